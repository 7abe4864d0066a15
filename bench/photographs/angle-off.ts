import type { PreparedPage } from '#server/library/photographs/prepare-page.ts';
import { invert, project, projectionTo, type Quadrilateral } from '#server/library/photographs/quadrilateral.ts';

/**
 * Returns the angle error in degrees of the worst line across a page, or down it. `truth` has the corners of its sheet
 * in the photograph (as fractions of it), `turn` the degrees by which the page is rotated at the end.
 */
export function angleOff({ pixels, place }: PreparedPage, truth: Quadrilateral, turn: number): number {
  const { width, height } = pixels;
  const toPhotograph = projectionTo(place.corners, width, height);
  // A4 as tall as the drawn pages; only its shape matters.
  const toTruth = projectionTo(truth, 1000, 1000 * Math.SQRT2);
  if (!toPhotograph || !toTruth) return 180;
  const back = invert(toTruth);
  const [cosine, sine] = [Math.cos((place.skew * Math.PI) / 180), Math.sin((place.skew * Math.PI) / 180)];
  const onTruth = (x: number, y: number) => {
    const [aside, down] = [x - width / 2, y - height / 2];
    const on = { x: aside * cosine - down * sine + width / 2, y: aside * sine + down * cosine + height / 2 };
    return project(back, project(toPhotograph, on));
  };
  let worst = 0;
  for (const share of [0.1, 0.5, 0.9]) {
    const lines = [
      [onTruth(width * 0.1, height * share), onTruth(width * 0.9, height * share), 0],
      [onTruth(width * share, height * 0.1), onTruth(width * share, height * 0.9), 90],
    ] as const;
    for (const [from, to, wanted] of lines) {
      const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      // A clockwise rotation at the end is an anticlockwise one of the position on the page.
      const off = (((angle - wanted - turn) % 360) + 900) % 360;
      worst = Math.max(worst, Math.abs(off - 180));
    }
  }
  return worst;
}
