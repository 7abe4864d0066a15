const RADIANS = Math.PI / 180;
const fixed = (value: number, places = 3) => value.toFixed(places).replace('-', '−');

/** A ruled and reduced page of a level book. Each line of `text` is one set-up: back sight, intermediate sights, fore sight. */
export function levelPage(start: number, text: string, method: 'instrument' | 'rise and fall'): string {
  const setups = text.trim().split('\n').map((line) => line.trim().split(/\s+/).map(Number)); // oxfmt-ignore
  const rows: string[] = [];
  const sums = { back: 0, fore: 0, rise: 0, fall: 0 };
  let level = start;
  let station = 1;
  for (const [s, readings] of setups.entries()) {
    const back = readings[0] ?? 0;
    const height = level + back;
    sums.back += back;
    if (s === 0)
      rows.push(
        method === 'instrument'
          ? `| 1 | ${fixed(back)} | | | ${fixed(height)} | ${fixed(level)} | BM |`
          : `| 1 | ${fixed(back)} | | | | | ${fixed(level)} | BM |`,
      );
    for (const [i, reading] of readings.entries()) {
      if (i === 0) continue;
      const change = (readings[i - 1] ?? 0) - reading;
      level += change;
      station += 1;
      const last = i === readings.length - 1;
      if (change >= 0) sums.rise += change;
      else sums.fall -= change;
      if (last) sums.fore += reading;
      const next = last ? setups[s + 1]?.[0] : undefined;
      const sights = `${next === undefined ? '' : fixed(next)} | ${last ? '' : fixed(reading)} | ${last ? fixed(reading) : ''}`;
      const note = last ? (next === undefined ? 'last' : 'CP') : '';
      rows.push(
        method === 'instrument'
          ? `| ${station} | ${sights} | ${next === undefined ? '' : fixed(level + next)} | ${fixed(level)} | ${note} |`
          : `| ${station} | ${sights} | ${change >= 0 ? fixed(change) : ''} | ${change < 0 ? fixed(-change) : ''} | ${fixed(level)} | ${note} |`,
      );
    }
  }
  const head =
    method === 'instrument'
      ? '| | BS | IS | FS | HI | RL (m) | |\n|---|---|---|---|---|---|---|'
      : '| | BS | IS | FS | rise | fall | RL (m) | |\n|---|---|---|---|---|---|---|---|';
  const total =
    method === 'instrument'
      ? `| Σ | **${fixed(sums.back)}** | | **${fixed(sums.fore)}** | | | |`
      : `| Σ | **${fixed(sums.back)}** | | **${fixed(sums.fore)}** | **${fixed(sums.rise)}** | **${fixed(sums.fall)}** | | |`;
  const check = `\\sum BS-\\sum FS=${fixed(sums.back - sums.fore)}${method === 'instrument' ? '' : `$, $\\sum\\text{rise}-\\sum\\text{fall}=${fixed(sums.rise - sums.fall)}`}$, $\\text{last}-\\text{first RL}=${fixed(level - start)}`;
  return `${head}\n${rows.join('\n')}\n${total}\n\n**Check.** $${check.replaceAll('−', '-')}$ ✓\n`;
}

const ANGLE = (degrees: number) => {
  const minutes = Math.round(degrees * 60);
  return `${Math.floor(minutes / 60)}° ${String(minutes % 60).padStart(2, '0')}′`;
};

/** A closed traverse adjusted by Bowditch's rule; lines are `name length degrees minutes`. */
export function traverse(text: string): string {
  const sides = text.trim().split('\n').map((line) => {
    const [name = '', length = 0, degrees = 0, minutes = 0] = line.split(/\s+/).map((word, i) => (i === 0 ? word : Number(word)));
    const bearing = Number(degrees) + Number(minutes) / 60;
    return { name: String(name), length: Number(length), bearing, north: Number(length) * Math.cos(bearing * RADIANS), east: Number(length) * Math.sin(bearing * RADIANS) };
  }); // oxfmt-ignore
  const sum = (pick: (side: (typeof sides)[number]) => number) => sides.reduce((total, side) => total + pick(side), 0);
  const perimeter = sum(({ length }) => length);
  const [north, east] = [sum((side) => side.north), sum((side) => side.east)];
  const error = Math.hypot(north, east);
  let [y, x] = [1000, 1000];
  const corners: [number, number][] = [];
  const rows = sides.map((side) => {
    const [correctN, correctE] = [(-north * side.length) / perimeter, (-east * side.length) / perimeter];
    y += side.north + correctN;
    x += side.east + correctE;
    corners.push([x, y]);
    return `| ${side.name} | ${side.length.toFixed(2)} | ${ANGLE(side.bearing)} | ${fixed(side.north, 2)} | ${fixed(side.east, 2)} | ${fixed(correctN, 2)} | ${fixed(correctE, 2)} | ${fixed(y, 2)} | ${fixed(x, 2)} |`;
  });
  const area = Math.abs(corners.reduce((total, [cx, cy], i) => { const [nx, ny] = corners[(i + 1) % corners.length] ?? [0, 0]; return total + cx * ny - nx * cy; }, 0)) / 2; // oxfmt-ignore
  return `| line | length | bearing | ΔN | ΔE | corr. N | corr. E | N | E |\n|---|---|---|---|---|---|---|---|---|\n${rows.join('\n')}\n| Σ | **${perimeter.toFixed(2)}** | | **${fixed(north, 2)}** | **${fixed(east, 2)}** | **${fixed(-north, 2)}** | **${fixed(-east, 2)}** | | |\n\n$$e=\\sqrt{(${fixed(north, 3)})^2+(${fixed(east, 3)})^2}=${fixed(error, 3)}\\text{ m}\\quad\\text{precision}=1:${Math.round(perimeter / error)}$$\n\nThe area within, from the corrected coordinates, is **${area.toFixed(0)} m²** or ${(area / 10_000).toFixed(3)} ha.\n`;
}

/** Setting out a simple curve by deflection angles: radius, deflection in degrees, chainage of the intersection, chord. */
export function curve([radius = 0, deflection = 0, chainage = 0, chord = 20]: number[]): string {
  const tangent = radius * Math.tan((deflection / 2) * RADIANS);
  const length = radius * deflection * RADIANS;
  const begin = chainage - tangent;
  const rows: string[] = [];
  let total = 0;
  let at = begin;
  for (let i = 1; at < begin + length - 1e-6; i += 1) {
    const next = Math.min(begin + length, Math.floor(at / chord + 1e-9) * chord + chord);
    const sub = next - at;
    const angle = (1718.9 * sub) / radius / 60;
    total += angle;
    rows.push(`| ${i} | ${next.toFixed(2)} | ${sub.toFixed(2)} | ${seconds(angle)} | ${seconds(total)} |`);
    at = next;
  }
  return `$$\\begin{aligned}T&=R\\tan\\frac{\\Delta}{2}=${fixed(tangent, 2)}\\text{ m}\\quad\\quad L=\\frac{\\pi R\\Delta}{180}=${fixed(length, 2)}\\text{ m}\\\\M&=R\\left(1-\\cos\\frac{\\Delta}{2}\\right)=${fixed(radius * (1 - Math.cos((deflection / 2) * RADIANS)), 2)}\\text{ m}\\quad\\quad E=${fixed(radius / Math.cos((deflection / 2) * RADIANS) - radius, 2)}\\text{ m}\\end{aligned}$$\n\nThe curve begins at chainage ${begin.toFixed(2)} and ends at ${(begin + length).toFixed(2)} m.\n\n| peg | chainage | chord | angle | total angle |\n|---|---|---|---|---|\n${rows.join('\n')}\n\n**Check.** The last total should be $\\frac{\\Delta}{2}=${fixed(deflection / 2, 2)}°$, which is ${seconds(deflection / 2)}. ✓\n`;
}

function seconds(degrees: number): string {
  const all = Math.round(degrees * 3600);
  return `${Math.floor(all / 3600)}° ${String(Math.floor(all / 60) % 60).padStart(2, '0')}′ ${String(all % 60).padStart(2, '0')}″`;
}

/** The discharge of a venturimeter: diameters in metres, reading in metres of the gauge liquid, its specific gravity, coefficient. */
export function venturi([inlet = 0, throat = 0, reading = 0, gravity = 0, coefficient = 1]: number[]): string {
  const [a1, a2] = [(Math.PI * inlet ** 2) / 4, (Math.PI * throat ** 2) / 4];
  const head = reading * (gravity - 1);
  const flow = ((coefficient * a1 * a2) / Math.sqrt(a1 ** 2 - a2 ** 2)) * Math.sqrt(2 * 9.81 * head);
  return `$$\\begin{aligned}A_1&=${a1.toFixed(5)}\\text{ m²},\\quad A_2=${a2.toFixed(6)}\\text{ m²}\\\\h&=${reading}(${gravity}-1)=${head.toFixed(3)}\\text{ m of water}\\\\Q&=${coefficient}\\times\\frac{${a1.toFixed(5)}\\times ${a2.toFixed(6)}}{\\sqrt{${a1.toFixed(5)}^2-${a2.toFixed(6)}^2}}\\times\\sqrt{2\\times 9.81\\times ${head.toFixed(3)}}=${flow.toFixed(4)}\\text{ m³/s}\\end{aligned}$$\n\nThat is ${(flow * 1000).toFixed(1)} litres a second.\n`;
}
