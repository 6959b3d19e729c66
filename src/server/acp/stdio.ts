import { Readable, Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { raised, type Converse } from '../conversation.ts';
import { MAX_REQUEST_BYTES } from '../handler.ts';
import { ownClient } from '../own-client.ts';
import { ACP_OPERATIONS } from './acp-operations.ts';
import { acpAgent } from './agent.ts';

/** Speaks with the editor that started this program. What it had started stops when it leaves, and can be resumed. */
export const converseAcp: Converse = async ({ input, output, dispatcher, version, sessionTools, over, onRequest }) => {
  const stream = ndJsonStream(Writable.toWeb(output) as WritableStream<Uint8Array>, Readable.toWeb(input) as ReadableStream<Uint8Array>, { maxMessageBytes: MAX_REQUEST_BYTES });
  const connection = acpAgent({ client: ownClient(dispatcher, ACP_OPERATIONS), version, over, onRequest, ...(sessionTools !== undefined && { sessionTools }) }).connect(stream);
  await Promise.race([raised(over), connection.closed]);
  connection.close();
};
