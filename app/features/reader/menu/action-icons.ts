import {
  BookOpenText,
  ChevronDown,
  ChevronUp,
  Circle,
  Download,
  Highlighter,
  Images,
  Keyboard,
  ListTree,
  Maximize,
  Minus,
  Moon,
  MoveHorizontal,
  Plus,
  Printer,
  RotateCcw,
  RotateCw,
  Search,
  StickyNote,
  Sun,
  Undo2,
  X,
  type LucideIcon,
} from 'lucide-react';
import { createElement } from 'react';

const icons: Readonly<Record<string, LucideIcon>> = {
  close: X,
  previousPage: ChevronUp,
  nextPage: ChevronDown,
  goToPage: BookOpenText,
  back: Undo2,
  contents: ListTree,
  thumbnails: Images,
  find: Search,
  nextHit: ChevronDown,
  previousHit: ChevronUp,
  zoomOut: Minus,
  zoomIn: Plus,
  fitWidth: MoveHorizontal,
  fitPage: Maximize,
  rotate: RotateCw,
  rotateBack: RotateCcw,
  toggleDark: Moon,
  toLight: Sun,
  toggleHighlighting: Highlighter,
  highlights: StickyNote,
  download: Download,
  print: Printer,
  shortcuts: Keyboard,
};

/** The icon of an action, in the toolbars and in the menu. */
export function ActionIcon({ name }: { name: string }) {
  return createElement(icons[name] ?? Circle, { 'aria-hidden': true });
}
