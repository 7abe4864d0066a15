import { expect, test } from 'vitest';
import { isThrifty } from './thrift.ts';

test('the code of other pages is left out for users who save data, and on a connection of less than 2 Mbit/s', () => {
  for (const connection of [{ saveData: true }, { effectiveType: '3g' }, { effectiveType: '4g', downlink: 1.95 }])
    expect([connection, isThrifty(connection)]).toEqual([connection, true]);
  for (const connection of [undefined, {}, { saveData: false, effectiveType: '4g', downlink: 2 }])
    expect([connection, isThrifty(connection)]).toEqual([connection, false]);
});
