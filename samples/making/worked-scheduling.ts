interface Job {
  name: string;
  arrives: number;
  burst: number;
}

interface Slice {
  job: Job;
  from: number;
  to: number;
}

const TINTS = ['#cfe6dd', '#fbe6b0', '#d6e4ee', '#ecd3cc'];

/** The chart of a scheduling policy (`fcfs`, `sjf`, `srtf`, `rr`) for jobs given as `name arrival burst`, and the times that follow. */
export function ganttChart(policy: string, quantum: number, text: string): string {
  const jobs = text.trim().split('\n').map((line) => {
    const [name = '', arrives = '0', burst = '0'] = line.split(' ');
    return { name, arrives: Number(arrives), burst: Number(burst) };
  }); // oxfmt-ignore
  const slices = schedule(policy, quantum, jobs);
  const end = slices.at(-1)?.to ?? 1;
  const scale = 520 / end;
  const boxes = slices.map(({ job, from, to }) => {
    const x = 10 + from * scale;
    const width = (to - from) * scale;
    return `<rect x="${x.toFixed(1)}" y="8" width="${width.toFixed(1)}" height="36" fill="${TINTS[jobs.indexOf(job) % TINTS.length]}" stroke="#1c2330" stroke-width="1.1"/><text x="${(x + width / 2).toFixed(1)}" y="31" font-size="14" text-anchor="middle" font-style="italic">${job.name[0]}<tspan font-size="10" dy="3">${job.name.slice(1)}</tspan></text><text x="${(x + width).toFixed(1)}" y="60" font-size="11.5" text-anchor="middle">${to}</text>`;
  });
  const svg = `<div class="figure"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 545 66" width="545" role="img" aria-label="Gantt chart"><g fill="#1c2330"><text x="10" y="60" font-size="11.5" text-anchor="middle">0</text>${boxes.join('')}</g></svg></div>`;
  const rows = jobs.map((job) => {
    const finish = Math.max(...slices.filter((slice) => slice.job === job).map(({ to }) => to));
    return { name: job.name, finish, turnaround: finish - job.arrives, waiting: finish - job.arrives - job.burst };
  });
  const mean = (pick: (row: (typeof rows)[number]) => number) =>
    (rows.reduce((sum, row) => sum + pick(row), 0) / rows.length).toFixed(2);
  const table = rows.map(
    ({ name, finish, turnaround, waiting }) =>
      `| $${name[0]}_${name.slice(1)}$ | ${finish} | ${turnaround} | ${waiting} |`,
  );
  return `${svg}\n\n| process | finish | turnaround | waiting |\n|---|---|---|---|\n${table.join('\n')}\n| **average** | | **${mean((row) => row.turnaround)}** | **${mean((row) => row.waiting)}** |\n`;
}

function schedule(policy: string, quantum: number, jobs: Job[]): Slice[] {
  const left = new Map(jobs.map((job) => [job, job.burst]));
  const slices: Slice[] = [];
  const queue: Job[] = [];
  const coming = jobs.toSorted((a, b) => a.arrives - b.arrives);
  let now = 0;
  const admit = () => {
    for (let next = coming[0]; next !== undefined && next.arrives <= now; next = coming[0])
      queue.push(...coming.splice(0, 1));
  };
  const run = (job: Job, time: number) => {
    const last = slices.at(-1);
    if (last?.job === job) last.to += time;
    else slices.push({ job, from: now, to: now + time });
    now += time;
    left.set(job, (left.get(job) ?? 0) - time);
  };
  for (admit(); queue.length > 0 || coming.length > 0;) {
    if (queue.length === 0) {
      now = coming[0]?.arrives ?? now;
      admit();
      continue;
    }
    if (policy === 'sjf' || policy === 'srtf')
      queue.sort((a, b) => (left.get(a) ?? 0) - (left.get(b) ?? 0) || a.arrives - b.arrives);
    const [job] = queue.splice(0, 1);
    if (job === undefined) break;
    const rest = left.get(job) ?? 0;
    run(job, policy === 'srtf' ? 1 : policy === 'rr' ? Math.min(quantum, rest) : rest);
    admit();
    if ((left.get(job) ?? 0) > 0) queue.push(job);
  }
  return slices;
}
