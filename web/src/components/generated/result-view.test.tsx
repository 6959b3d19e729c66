import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { VIEW_COMPONENT_NAMES } from '../../../../src/contracts/index.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { linesOf } from './chart.tsx';
import { markdownBlocks } from './markdown-blocks.ts';
import { GENERATED } from './registry.ts';
import { ResultViewShown } from './result-view.tsx';

const shown = (...components: unknown[]): string => renderToStaticMarkup(<ResultViewShown content={{ title: 'How it went', components }} />);

describe('a result that is shown', () => {
  it('has one thing in the registry for each component of the contract, and none besides', verifies('KEL-GENUI-06', 'MAH-9A-2'), () => {
    expect(Object.keys(GENERATED)).toEqual(VIEW_COMPONENT_NAMES);
  });

  it('draws each component', verifies('KEL-GENUI-06'), () => {
    const page = shown(
      { component: 'markdown', text: '# Done\n\nIt *works*, **really**: `npm test`.\n\n- one\n- two\n\n1. first\n\n```\ncode\n```' },
      { component: 'callout', tone: 'warning', text: 'Slow.' },
      { component: 'metric', label: 'Tests', value: 42, unit: 'passed' },
      { component: 'table', columns: ['name', 'lines'], rows: [['a.ts', null]] },
      { component: 'chart', kind: 'bar', labels: ['Mon'], series: [{ name: 'mine', values: [1] }] },
      { component: 'diff', path: 'a.ts', diff: '+two' },
      { component: 'timeline', moments: [{ at: '10:00', what: 'Begun' }] },
      { component: 'file_list', files: [{ path: 'b.ts', note: 'new' }] },
    );
    for (const part of ['<h3>How it went</h3>', '<h3>Done</h3>', '<em>works</em>', '<strong>really</strong>', '<code>npm test</code>', '<ul><li>one</li><li>two</li></ul>', '<ol><li>first</li></ol>', '>code</pre>', 'generated-callout warn', '<strong>42<span class="small"> passed</span></strong>', '<td>a.ts</td><td>–</td>', '<rect', '0 to 1', '<td>1</td>', 'class="added">+two', '<span>Begun</span>', '<code>b.ts</code>']) expect(page).toContain(part);
  });

  it('never takes words for code', verifies('KEL-GENUI-06', 'MAH-9A-1'), () => {
    const page = shown({ component: 'markdown', text: '<img src=x onerror=alert(1)> [click](javascript:alert(1)) <script>alert(1)</script>' }, { component: 'table', columns: ['<b>'], rows: [['<script>']] });
    expect([page.includes('<img'), page.includes('<script'), page.includes('<a '), page.includes('<b>')]).toEqual([false, false, false, false]);
  });

  it('says which part it refuses and shows the others', verifies('KEL-GENUI-06', 'MAH-9A-2'), () => {
    const page = shown({ component: 'iframe', src: 'https://a.example' }, { component: 'constructor' }, 7, { component: 'markdown', text: 'Still here.' });
    expect([page.split('[artifact.component_unknown]').length - 1, page.includes('Still here.'), page.includes('a.example')]).toEqual([3, true, false]);
  });

  it('is shown as far as it is there', verifies('KEL-GENUI-03'), () => {
    expect([undefined, {}, { components: 'x' }].map((content) => renderToStaticMarkup(<ResultViewShown content={content} />))).toEqual(Array.from({ length: 3 }, () => '<section class="generated" aria-label="How the result is shown"></section>'));
  });
});

describe('what is drawn', () => {
  it('leaves a gap where nothing is known', verifies('KEL-GENUI-06'), () => {
    const draw = (ground?: number): string => linesOf([1, 2, null, 3], (at) => at, (value) => value * 10, ground);
    expect([draw(), draw(0)]).toEqual(['M 0 10 L 1 20 M 3 30', 'M 0 0 L 0 10 L 1 20 L 1 0 Z M 3 0 L 3 30 L 3 0 Z']);
  });

  it('keeps marks that have no other half as the characters that they are', verifies('KEL-GENUI-06'), () => {
    expect(markdownBlocks('2 * 3 and `x\n#no heading\n```\nopen')).toEqual([
      { kind: 'paragraph', spans: [{ kind: 'plain', text: '2 * 3 and `x #no heading' }] },
      { kind: 'code', text: 'open' },
    ]);
  });
});
