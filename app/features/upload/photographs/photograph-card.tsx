import { ArrowLeft, ArrowRight, RotateCw, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { classes } from '#app/ui/classes.ts';
import * as actions from '#messages/actions.ts';
import { digits } from '#messages/format.ts';
import * as words from '#messages/upload/photographs.ts';
import type { Photograph } from './photograph-list.ts';
import { PhotographPicture } from './photograph-picture.tsx';
import type { MadePage } from './use-making.ts';

type PhotographCardProps = {
  photograph: Photograph;
  /** The page last made from the photograph; null before. */
  page: MadePage | null;
  /** Counts from 1. */
  position: number;
  count: number;
  /** True if this photograph could not be made into a page. */
  isToBlame: boolean;
  disabled: boolean;
  onMove: (by: -1 | 1) => void;
  onTurn: () => void;
  onKeepWhole: (keepsWhole: boolean) => void;
  onRemove: () => void;
  onShow: () => void;
};

/** Renders a photograph in the list, with its actions. */
export function PhotographCard(props: PhotographCardProps) {
  const { photograph, page, position, count, isToBlame, disabled } = props;
  const { name } = photograph.file;
  return (
    <li
      className={classes(
        'grid grid-cols-1 content-start gap-1 rounded-card border p-2',
        isToBlame ? 'border-danger' : 'border-hairline',
      )}
    >
      <button
        type="button"
        aria-label={words.enlarge(position, name)}
        className="block overflow-hidden rounded-md"
        onClick={props.onShow}
      >
        <PhotographPicture photograph={photograph} page={page} width={320} />
      </button>
      <p className="line-clamp-2 text-sm wrap-anywhere" title={name}>
        <span className="font-medium">{digits(position)}.</span> {name}
      </p>
      <div className="mx-auto flex max-w-24 flex-wrap justify-center lg:max-w-none">
        <Tool
          label={words.movePhotographEarlier(name)}
          tip={words.moveEarlier}
          isOff={position === 1}
          disabled={disabled}
          onClick={() => props.onMove(-1)}
        >
          <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
        </Tool>
        <Tool
          label={words.movePhotographLater(name)}
          tip={words.moveLater}
          isOff={position === count}
          disabled={disabled}
          onClick={() => props.onMove(1)}
        >
          <ArrowRight aria-hidden="true" className="size-5 rtl:rotate-180" />
        </Tool>
        <Tool label={words.rotatePhotograph(name)} tip={words.rotate} disabled={disabled} onClick={props.onTurn}>
          <RotateCw aria-hidden="true" className="size-5" />
        </Tool>
        <Tool label={words.remove(name)} tip={actions.remove} disabled={disabled} onClick={props.onRemove}>
          <X aria-hidden="true" className="size-5" />
        </Tool>
      </div>
      <Checkbox
        label={words.keepWhole}
        className="text-sm"
        checked={photograph.keepsWhole}
        disabled={disabled}
        aria-label={words.keepPhotographWhole(name)}
        onChange={(event) => props.onKeepWhole(event.currentTarget.checked)}
      />
    </li>
  );
}

type ToolProps = Omit<ComponentProps<typeof Button>, 'children'> & {
  label: string;
  tip: string;
  /** True if the action is not available at the moment. Unlike a disabled button, this one can have the focus. */
  isOff?: boolean;
  children: ReactNode;
};

function Tool({ label, tip, isOff = false, onClick, ...rest }: ToolProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      data-tooltip={tip}
      aria-disabled={isOff || undefined}
      onClick={(event) => {
        if (isOff) return;
        const button = event.currentTarget;
        onClick?.(event);
        // Moving the card in the document removes the focus from it.
        requestAnimationFrame(() => button.isConnected && button.focus());
      }}
      {...rest}
    />
  );
}
