import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ResultView, unknownComponents, VIEW_COMPONENT_NAMES, VIEW_COMPONENTS_MAX, ViewComponent, viewSoFar, type ViewComponent as Component } from './result-view.ts';
import { viewText } from './view-text.ts';

const EACH: readonly Component[] = [
  { component: 'markdown', text: '# Done\n\n- one' },
  { component: 'callout', tone: 'warning', title: 'Slow', text: 'It took long.' },
  { component: 'metric', label: 'Tests', value: 42, unit: 'passed', change: '+3' },
  { component: 'table', title: 'Files', columns: ['name', 'lines'], rows: [['a.ts', 12], ['b.ts', null]] },
  { component: 'chart', title: 'Time', kind: 'line', labels: ['Mon', 'Tue'], series: [{ name: 'mine', values: [1, null] }], unit: 'ms' },
  { component: 'diff', path: 'a.ts', diff: '-one\n+two' },
  { component: 'timeline', moments: [{ at: '10:00', what: 'Begun' }] },
  { component: 'file_list', title: 'Changed', files: [{ path: 'a.ts', note: 'new' }, { path: 'b.ts' }] },
];

describe('what a result may be shown with', () => {
  it('is a closed set of components, each with its own properties and bounds', verifies('KEL-GENUI-01', 'MAH-9A-1'), () => {
    expect(EACH.map(({ component }) => component)).toEqual(VIEW_COMPONENT_NAMES);
    expect(ResultView.parse({ components: EACH })).toEqual({ components: EACH });
    expect(ViewComponent.options.map((option) => option.shape.component.value)).toEqual(VIEW_COMPONENT_NAMES);
    const refused = [
      { component: 'iframe', src: 'https://a.example' },
      { component: 'html', html: '<script>' },
      { component: 'form', fields: [] },
      { component: 'markdown', text: 'x', onClick: 'alert(1)' },
      { component: 'table', columns: ['a', 'b'], rows: [['1']] },
      { component: 'chart', kind: 'line', labels: ['a'], series: [{ name: 'x', values: [1, 2] }] },
      { component: 'metric', label: 'x', value: '' },
      { component: 'callout', tone: 'loud', text: 'x' },
    ];
    expect(refused.map((one) => ViewComponent.safeParse(one).success)).toEqual(refused.map(() => false));
    expect([[], Array.from({ length: VIEW_COMPONENTS_MAX + 1 }, () => EACH[0])].map((components) => ResultView.safeParse({ components }).success)).toEqual([false, false]);
  });

  it('names the components that there are not', verifies('KEL-GENUI-02'), () => {
    expect(unknownComponents({ components: [EACH[0], { component: 'iframe' }, { component: 'iframe' }, 7] })).toEqual(['iframe', 'nothing']);
    expect([unknownComponents({ components: EACH }), unknownComponents({}), unknownComponents(null)]).toEqual([[], [], []]);
  });

  it('can be shown as far as it is there, component by component', verifies('KEL-GENUI-03'), () => {
    const half = { component: 'table', columns: ['a', 'b'], rows: [['1']] };
    expect(viewSoFar({ components: [EACH[0], EACH[2], half, EACH[1]] })).toEqual([EACH[0], EACH[2]]);
    expect([viewSoFar({ components: 'x' }), viewSoFar(undefined)]).toEqual([[], []]);
  });

  it('can be shown while its last component is written: whole lines, rows and entries of it, and no half value', verifies('KEL-GENUI-03', 'MAH-9A-3'), () => {
    const open = (last: object): readonly Component[] => viewSoFar({ components: [EACH[0], last] }, { isLastOpen: true }).slice(1);
    expect(open({ component: 'markdown', text: 'one\ntw' })).toEqual([{ component: 'markdown', text: 'one' }]);
    expect(open({ component: 'table', columns: ['a', 'b'], rows: [['1', 2], ['3']] })).toEqual([{ component: 'table', columns: ['a', 'b'], rows: [['1', 2]] }]);
    expect(open({ component: 'table', columns: ['a'], rows: [['1']], title: 'Fi' })).toEqual([{ component: 'table', columns: ['a'], rows: [['1']] }]);
    expect(open({ component: 'metric', label: 'Tests', value: 42, unit: 'pas' })).toEqual([{ component: 'metric', label: 'Tests', value: 42 }]);
    expect(open({ component: 'file_list', files: [{ path: 'a.ts' }, { path: 'b' }] })).toEqual([{ component: 'file_list', files: [{ path: 'a.ts' }] }]);
    expect([{ component: 'markdown', text: 'half' }, { component: 'metric', label: 'Tests', value: 4 }, { component: 'chart', kind: 'line', labels: ['a'], series: [{ name: 'x', values: [1] }] }, { component: 'iframe', src: 'x', y: 1 }, {}, { component: 'ta' }].flatMap(open)).toEqual([]);
  });

  it('can be read where nothing can be drawn', verifies('KEL-GENUI-04'), () => {
    expect(viewText({ title: 'How it went', components: [...EACH] })).toBe(
      [
        'How it went',
        '# Done\n\n- one',
        'Warning: Slow: It took long.',
        'Tests: 42 passed (+3)',
        'Files\nname  lines\n────  ─────\na.ts  12\nb.ts  –',
        'Time (ms)\n     mine\n───  ────\nMon  1\nTue  –',
        'a.ts\n-one\n+two',
        '10:00  Begun',
        'Changed\n- a.ts: new\n- b.ts',
      ].join('\n\n'),
    );
  });
});
