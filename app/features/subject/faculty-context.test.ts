import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useFaculty } from './faculty-context.tsx';

function Outsider() {
  return useFaculty().faculty?.name;
}

test('the faculty cannot be used outside its provider', () => {
  expect(() => renderToString(createElement(Outsider))).toThrow('useFaculty must be used within a FacultyProvider');
});
