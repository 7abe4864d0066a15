import { isHidden } from '#contract/permissions.ts';
import type { Material } from '#domain/material.ts';
import { Badge } from '#app/ui/badge.tsx';

/** Says that only administrators see this material. Nobody else receives a hidden one. */
export function HiddenMark({ material }: { material: Pick<Material, 'permissions'> }) {
  return isHidden(material.permissions) && <Badge tone="danger">Hidden</Badge>;
}
