import { attacks, type Target } from './attacks.ts';

/**
 * `node attacker.ts NAME TARGET`: runs an attack in a separate process, so that it does not slow down the simulated
 * visitors.
 */
const [name = '', target = ''] = process.argv.slice(2);
const attack = attacks[name];
if (!attack) throw new Error(`unknown attack: ${name}`);
attack(JSON.parse(target) as Target);
