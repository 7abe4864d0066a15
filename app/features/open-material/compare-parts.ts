export { CompareDialog } from './compare-dialog.tsx';
export { focusSide } from './focus-side.ts';
export { OtherOffer } from './other-offer.tsx';
export { TwoSides } from './two-sides.tsx';
