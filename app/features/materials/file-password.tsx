import type { Material } from '#domain/material.ts';

/**
 * Shows the password that opens the file, which one press selects, and the note about it. Renders nothing if there is
 * neither.
 */
export function FilePassword({ material, className }: { material: Material; className: string }) {
  const { filePassword, filePasswordNote: note } = material;
  if (!filePassword && !note) return null;
  return (
    <span className={className}>
      Password: <bdi className="select-all">{filePassword}</bdi>
      {filePassword && note && ' · '}
      {note}
    </span>
  );
}
