import { isHidden } from '#contract/permissions.ts';
import type { Material } from '#domain/material.ts';
import { Badge } from '#app/ui/badge.tsx';
import * as words from '#messages/materials/attributes.ts';

/** Marks a material that only administrators see. The server never sends a hidden material to other users. */
export function HiddenMark({ material }: { material: Pick<Material, 'permissions'> }) {
  return isHidden(material.permissions) && <Badge tone="danger">{words.hidden}</Badge>;
}
