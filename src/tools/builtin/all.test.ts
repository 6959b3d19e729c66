import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RoleId } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import { toolsOffered } from '../registry/availability.ts';
import { createCatalogue } from '../registry/catalogue.ts';
import { builtinTools } from './all.ts';

const catalogue = createCatalogue(builtinTools({ webSearch: {} }));
const ids = catalogue.tools.map(({ definition }) => definition.tool_id);
const here = (platform: string, programs: readonly string[]) => ({ place: { workspace: '/w', home: '/home/ada', platform, ownState: [] }, hasProgram: async (name: string) => programs.includes(name) });

describe('the tools that come with Keelson', () => {
  it('rank as the executor is to try them', verifies('ART-R3-03'), () => {
    const ranked = ['find_files', 'glob', 'read_file', 'write_file', 'applescript', 'shortcuts', 'shell', 'web_search'];
    expect(ids.filter((id) => ranked.includes(id))).toEqual(ranked);
  });

  it('are all that were promised', () => {
    expect(ids.toSorted()).toEqual([
      'applescript', 'apply_patch', 'ask_user', 'convert_image', 'delegate', 'edit_file', 'evaluate', 'extract_text', 'find_files', 'git_blame', 'git_commit', 'git_diff', 'git_log', 'git_status',
      'glob', 'http_fetch', 'list_directory', 'move_files', 'ocr_extract', 'outline_code', 'process_output', 'query_table', 'read_file', 'register_tool', 'resize_image', 'run_node', 'run_python', 'run_tests',
      'search_text', 'shell', 'shortcuts', 'sql_query', 'start_process', 'stop_process', 'survey_files', 'todo', 'web_search', 'write_file',
    ]);
  });

  it('are offered to a role that may use them, where they are there', verifies('KEL-REGISTRY-03', 'ART-R3-03'), async () => {
    const offered = async (role: string, host: ReturnType<typeof here>) => (await toolsOffered(catalogue, RoleId.parse(role), host)).map(({ definition }) => definition.tool_id);
    const onLinux = await offered('coder', here('linux', ['git', 'bash', 'python3', 'node']));
    const onMac = await offered('coder', here('darwin', ['git', 'bash', 'osascript', 'shortcuts', 'mdfind']));
    expect(onLinux).toEqual(expect.arrayContaining(['shell', 'git_status', 'read_file']));
    expect(onLinux.filter((id) => ['applescript', 'shortcuts', 'ocr_extract'].includes(id))).toEqual([]);
    expect(onMac.filter((id) => ['run_python', 'ocr_extract'].includes(id))).toEqual([]);
  });

  it('mean one thing under one version: whoever changes what a model or a run is told of one gives it another', verifies('KEL-REGISTRY-04'), () => {
    // A line that is here never changes; a run that was begun with one is told when it is gone, and does not go on with another.
    expect(Object.fromEntries(catalogue.tools.map(({ definition }) => [`${definition.tool_id}@${definition.version}`, canonicalHash(definition).slice(0, 16)]))).toMatchSnapshot();
  });

  it('say what they take, what they give and what they touch', () => {
    for (const { definition, touches, taint } of catalogue.tools) {
      expect([definition.tool_id, definition.input_schema['type'], definition.output_schema['type'], definition.cost_tier]).toEqual([definition.tool_id, 'object', 'object', 'free']);
      expect([definition.tool_id, touches.includes('programs') || definition.side_effects === 'read_only' || touches.length > 0, taint !== 'unclassified']).toEqual([definition.tool_id, true, true]);
    }
  });
});
