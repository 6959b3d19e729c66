import { PassThrough, Readable, Writable } from 'node:stream';
import { protocolServe } from '../../src/contracts/index.ts';
import { compose } from '../../src/main/compose.ts';
import { testEditor, type EditorAnswers, type TestEditor } from './acp-editor.ts';
import type { ToolsCommandLine } from './tools-command-line.ts';

/** The whole program as an editor starts it, in this process, with that editor at its other end. */
export function programInEditor({ home, workspace }: ToolsCommandLine, answers: EditorAnswers): TestEditor & { leave(): Promise<void> } {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { client, close } = compose({ version: '0', nodeVersion: '24.0.0', platform: `${process.platform} ${process.arch}`, environment: { KEELSON_HOME: home }, requirementsFolder: '.', currentFolder: workspace, streams: () => ({ input, output }) });
  const serving = client.call(protocolServe, { protocol: 'acp' });
  const editor = testEditor(Writable.toWeb(input) as WritableStream<Uint8Array>, Readable.toWeb(output) as ReadableStream<Uint8Array>, answers);
  return {
    ...editor,
    async leave() {
      input.end();
      await serving;
      await close();
    },
  };
}
