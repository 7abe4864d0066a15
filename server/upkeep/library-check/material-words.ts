import { pages } from '#contract/addresses.ts';
import type { RemovedFile } from '#server/engines/database/database.ts';
import type { NamedMaterial } from '#server/engines/database/record-view.ts';

/** Names materials by title, subject and the address of their page, so that a person can find them. */
export interface MaterialWords {
  material(material: NamedMaterial): string;
  /** In parentheses; empty if no material uses the file. */
  users(materials: readonly NamedMaterial[]): string;
  /** Describes the recorded facts of a file, and the materials that use it. */
  file(file: RemovedFile, materials: readonly NamedMaterial[]): string;
}

/** A file is used by one material, rarely by a few. */
const maxNamed = 3;

export function createMaterialWords(publicUrl: string): MaterialWords {
  function material({ id, title, subject }: NamedMaterial): string {
    // As JSON: a title may have control characters of a terminal.
    const known = [title, subject].filter((each) => each !== null).map((each) => JSON.stringify(each));
    return [...known, `${publicUrl}${pages.material(id)}`].join(', ');
  }

  function usedBy(materials: readonly NamedMaterial[]): string {
    const more = materials.length - maxNamed;
    return `used by ${materials.slice(0, maxNamed).map(material).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
  }

  return {
    material,
    users: (materials) => (materials.length === 0 ? '' : ` (${usedBy(materials)})`),
    file({ id, sizeBytes, sha256 }, materials) {
      const used = materials.length === 0 ? '' : `; ${usedBy(materials)}`;
      return `${id} (should have ${sizeBytes} bytes, SHA-256 ${sha256}${used})`;
    },
  };
}
