import { bareLoop } from './bare-loop.ts';
import { serve } from './contender.ts';

await serve(async (serverUrl) => ({
  async run(_nth, conversations) {
    for (let at = 0; at < conversations; at += 1) await bareLoop(serverUrl, () => undefined);
  },
}));
