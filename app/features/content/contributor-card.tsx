import type { Site } from '#contract/shelf.ts';
import { Badge } from '#app/ui/badge.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';

type ContributorCardProps = { person: Site['contributors'][number]; language: string };

/** Shows a contributor: picture, name, and what they contribute. `language` is the language of the operator's texts. */
export function ContributorCard({ person, language }: ContributorCardProps) {
  return (
    <li lang={language} className={classes(cardStyle, 'flex flex-col items-center gap-4 p-6 text-center sm:max-md:p-4')}>
      <img src={person.avatar} alt="" width={112} height={112} className="size-28 rounded-full object-cover" />
      <div className="flex flex-wrap items-center justify-center gap-2">
        <h2 className="text-lg">{person.name}</h2>
        {person.isSample && <Badge>Sample</Badge>}
      </div>
      <p className="max-w-[34ch] text-muted">{person.contribution}</p>
    </li>
  );
}
