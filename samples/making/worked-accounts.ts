const rupees = (value: number) => (value === 0 ? '' : Math.round(value).toLocaleString('en-IN'));

interface Entry {
  day: number;
  debit: [string, number][];
  credit: [string, number][];
  words: string;
}

/**
 * A month of one small business: transactions, journal, ledger balances, trial balance, profit and position.
 * `args`: capital, goods bought on credit, sale for cash, sale on credit, rent, wages, goods left at the end;
 * `text`: `business | supplier | customer`.
 */
export function businessMonth(args: number[], text: string): string {
  const [capital = 0, bought = 0, cashSale = 0, creditSale = 0, rent = 0, wages = 0, left = 0] = args;
  const [business = '', supplier = '', customer = ''] = text
    .trim()
    .split('|')
    .map((word) => word.trim());
  const furniture = Math.round(capital * 0.15);
  const banked = Math.round(capital * 0.55);
  const returned = Math.round(bought * 0.04);
  const discount = Math.round((bought - returned) * 0.02);
  const received = Math.round(creditSale * 0.6);
  const drawn = Math.round(capital * 0.02);
  const entries: Entry[] = [
    { day: 1, debit: [['Cash', capital]], credit: [['Capital', capital]], words: `Began ${business} with cash` },
    { day: 2, debit: [['Bank', banked]], credit: [['Cash', banked]], words: 'Opened an account at a bank' },
    { day: 3, debit: [['Furniture', furniture]], credit: [['Cash', furniture]], words: 'Bought shelves and a counter' },
    { day: 5, debit: [['Purchases', bought]], credit: [[supplier, bought]], words: `Bought goods from ${supplier} on credit` },
    { day: 8, debit: [['Cash', cashSale]], credit: [['Sales', cashSale]], words: 'Sold goods for cash' },
    { day: 10, debit: [[supplier, returned]], credit: [['Purchase returns', returned]], words: 'Sent back damaged goods' },
    { day: 14, debit: [[customer, creditSale]], credit: [['Sales', creditSale]], words: `Sold goods to ${customer} on credit` },
    { day: 18, debit: [[supplier, bought - returned]], credit: [['Bank', bought - returned - discount], ['Discount received', discount]], words: `Paid ${supplier} by cheque, 2 % discount` },
    { day: 22, debit: [['Cash', received]], credit: [[customer, received]], words: `${customer} paid a part` },
    { day: 25, debit: [['Rent', rent]], credit: [['Cash', rent]], words: 'Paid the rent of the month' },
    { day: 28, debit: [['Drawings', drawn]], credit: [['Cash', drawn]], words: 'Took cash for the household' },
    { day: 30, debit: [['Wages', wages]], credit: [['Cash', wages]], words: 'Paid wages' },
  ]; // oxfmt-ignore
  const balances = new Map<string, number>();
  for (const { debit, credit } of entries) {
    for (const [name, amount] of debit) balances.set(name, (balances.get(name) ?? 0) + amount);
    for (const [name, amount] of credit) balances.set(name, (balances.get(name) ?? 0) - amount);
  }
  const story = entries.map(({ day, words, debit }) => `| ${day} | ${words} | ${rupees(debit[0]?.[1] ?? 0)} |`);
  const journal = entries.flatMap(({ day, debit, credit }) => [
    ...debit.map(([name, amount], i) => `| ${i === 0 ? day : ''} | ${name} A/c | ${rupees(amount)} | |`),
    ...credit.map(([name, amount]) => `| | &emsp;To ${name} A/c | | ${rupees(amount)} |`),
  ]);
  const open = [...balances].filter(([, amount]) => amount !== 0);
  const side = (sign: 1 | -1) => open.reduce((sum, [, amount]) => sum + Math.max(0, sign * amount), 0);
  const trial = open.map(
    ([name, amount]) => `| ${name} | ${rupees(Math.max(0, amount))} | ${rupees(Math.max(0, -amount))} |`,
  );
  const of = (name: string) => Math.abs(balances.get(name) ?? 0);
  const gross = of('Sales') - (of('Purchases') - of('Purchase returns') - left);
  const net = gross + of('Discount received') - of('Rent') - of('Wages');
  const assets: [string, number][] = [['Cash', of('Cash')], ['Bank', of('Bank')], [customer, of(customer)], ['Closing stock', left], ['Furniture', of('Furniture')]]; // oxfmt-ignore
  const worth = assets.reduce((sum, [, amount]) => sum + amount, 0);
  if (worth !== capital + net - drawn || of('Bank') !== (balances.get('Bank') ?? 0))
    throw new Error(`${business}: the position does not agree`);
  const cash = cashAccount(entries);
  return `**The month.** Goods left on the last day cost Rs. ${rupees(left)}.\n\n| day | what happened | Rs. |\n|---|---|---|\n${story.join('\n')}\n\n### Journal\n\n| day | particulars | debit | credit |\n|---|---|---|---|\n${journal.join('\n')}\n\n### Cash account\n\n${cash}\n\n### Trial balance\n\n| account | debit | credit |\n|---|---|---|\n${trial.join('\n')}\n| **total** | **${rupees(side(1))}** | **${rupees(side(-1))}** |\n\n### Result and position\n\n| | Rs. |\n|---|---|\n| sales | ${rupees(of('Sales'))} |\n| less cost of goods (purchases ${rupees(of('Purchases'))} − returns ${rupees(of('Purchase returns'))} − stock ${rupees(left)}) | ${rupees(of('Purchases') - of('Purchase returns') - left)} |\n| **gross profit** | **${rupees(gross)}** |\n| add discount received | ${rupees(of('Discount received'))} |\n| less rent and wages | ${rupees(of('Rent') + of('Wages'))} |\n| **net profit** | **${rupees(net)}** |\n\n| assets | Rs. |\n|---|---|\n${assets.map(([name, amount]) => `| ${name} | ${rupees(amount)} |`).join('\n')}\n| **total** | **${rupees(worth)}** |\n\nCapital ${rupees(capital)} + profit ${rupees(net)} − drawings ${rupees(drawn)} = **${rupees(capital + net - drawn)}**: it agrees with the assets. ✓\n`;
}

function cashAccount(entries: Entry[]): string {
  const pick = (side: 'debit' | 'credit', other: 'debit' | 'credit') =>
    entries.flatMap((entry) =>
      entry[side]
        .filter(([name]) => name === 'Cash')
        .map(([, amount]): [number, string, number] => [entry.day, entry[other][0]?.[0] ?? '', amount]),
    );
  const [into, out] = [pick('debit', 'credit'), pick('credit', 'debit')];
  const total = into.reduce((sum, [, , amount]) => sum + amount, 0);
  out.push([30, 'Balance c/d', total - out.reduce((sum, [, , amount]) => sum + amount, 0)]);
  const rows = Array.from({ length: Math.max(into.length, out.length) }, (_row, i) =>
    [into[i], out[i]]
      .map((cell) => (cell === undefined ? ' | | ' : `${cell[0]} | ${cell[1]} | ${rupees(cell[2])}`))
      .join(' | '),
  );
  return `| day | to | Rs. | day | by | Rs. |\n|---|---|---|---|---|---|\n${rows.map((row) => `| ${row} |`).join('\n')}\n| | **total** | **${rupees(total)}** | | **total** | **${rupees(total)}** |`;
}
