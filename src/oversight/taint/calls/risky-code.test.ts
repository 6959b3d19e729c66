import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { isPureCode, isRiskyBeyondOrdinary, loadedAddresses } from './risky-code.ts';

describe('code by what stands in it', () => {
  it('finds what a page, a sheet or a style loads as soon as it is opened', verifies('KEL-TAINT-18'), () => {
    expect([
      '<script src="https://a.test/x.js"></script>',
      "<iframe src='//b.test/f'>",
      '<object data=https://c.test/o>',
      '=WEBSERVICE("https://d.test/?"&A1)',
      '@import url("https://e.test/s.css")',
      '<script src="/own.js"></script>',
      '<a href="https://f.test">x</a>',
      'IMPORTXML is a function',
    ].map(loadedAddresses)).toEqual([['https://a.test/x.js'], ['//b.test/f'], ['https://c.test/o'], ['https://d.test/?'], ['https://e.test/s.css'], [], [], []]);
  });

  it('takes calls of the own service for ordinary, and the environment or foreign addresses not', verifies('KEL-TAINT-18'), () => {
    expect(["fetch('/items')", 'DROP TABLE old;', "fetch('https://a.test')", 'process.env.KEY', 'eval(x)'].map(isRiskyBeyondOrdinary)).toEqual([false, false, true, true, true]);
  });

  it('takes figures from a file of the folder for computing, and nothing beyond it', () => {
    const read = (path: string): boolean => isPureCode(`import pandas as pd; pd.read_csv('${path}').plot().figure.savefig('c.png')`);
    expect([read('a.csv'), read('https://a.test/a.csv'), read('/etc/hosts'), read('~/a.csv'), read('../a.csv'), isPureCode("import pandas as pd; pd.read_pickle('a')")]).toEqual([true, false, false, false, false, false]);
  });
});
