import { z } from 'zod';
import type { Client } from '../../client/index.ts';
import { artifactList, ArtifactListReport, artifactShow, ArtifactShowReport, NonEmptyText, PositiveCount } from '../../contracts/index.ts';
import { defineMcpTool } from './define-tool.ts';
import type { McpTool } from './offer.ts';

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const List = z.strictObject({ run: NonEmptyText.optional().describe('Only those of this run: its id, the end of it, or "last".'), limit: PositiveCount.max(500).default(50) });
const Show = z.strictObject({ artifact: NonEmptyText.describe('The id of the artifact, or as much of its end as no other has.') });

/** Reading what runs kept. Nothing here changes, protects or deletes it. */
export function artifactTools(client: Client): readonly McpTool[] {
  return [
    defineMcpTool({
      name: 'artifact_list',
      title: 'List artifacts',
      description: 'What runs kept, such as patches and reports, and where each stands in its life.',
      annotations: READS,
      input: List,
      output: ArtifactListReport,
      answer: ({ run, limit }) => client.call(artifactList, { limit, ...(run !== undefined && { run }) }),
    }),
    defineMcpTool({
      name: 'artifact_show',
      title: 'Read an artifact',
      description: 'The content of one artifact, as it was kept.',
      annotations: READS,
      input: Show,
      output: ArtifactShowReport,
      answer: ({ artifact }) => client.call(artifactShow, { artifact }),
    }),
  ];
}
