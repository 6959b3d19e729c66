import { openLanggraph } from './langgraph-loop.mjs';

const contender = await import(process.env['BENCH_CONTENDER']);

await contender.serve(async (serverUrl) => ({ run: await openLanggraph(serverUrl, contender) }));
