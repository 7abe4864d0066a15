type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Returns the bytes received before, followed by the part of the body that arrived; `error` is the reason if the body
 * ended early, else null. Calls `onPiece` for each piece of data; if it throws, the transfer stops.
 */
export async function readBody(
  response: Response,
  before: Bytes,
  onPiece: (pieceBytes: number) => void = () => {},
): Promise<{ bytes: Bytes; error: unknown }> {
  const pieces: Uint8Array[] = [before];
  let broke: unknown = null;
  try {
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      pieces.push(next.value);
      onPiece(next.value.length);
    }
  } catch (error) {
    broke = error;
  }
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { bytes, error: broke };
}
