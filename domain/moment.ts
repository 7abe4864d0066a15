/** Writes a moment in the datetime format of the contract: three decimals and `+00:00`, never `Z`. */
export function formatMoment(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -1)}+00:00`;
}
