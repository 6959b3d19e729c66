import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import type { Dispatcher } from '../commands/index.ts';
import type { Name, Operation } from '../contracts/index.ts';
import { KeelsonError, type Clock } from '../kernel/index.ts';
import { admission, refused } from './guard/admission.ts';
import { isJson } from './guard/only-json.ts';
import type { OwnPlace } from './guard/own-place.ts';
import { notAdmitted, statusOf } from './guard/refusals.ts';
import type { WelcomeOf } from './guard/while-welcome.ts';
import type { Doorkeeper } from './guard/who-asks.ts';
import { streamLog, type StreamPorts } from './events/stream.ts';
import type { Tail } from './events/tail.ts';
import { mountConsole } from './console/mount-console.ts';
import type { PageFiles } from './console/page-files.ts';
import { createHandler } from './handler.ts';
import type { Served } from './http/served.ts';
import { mountMcp, type McpPorts } from './mcp/index.ts';
import { inApiShape } from './model-api/api-error.ts';
import { mountModelApi, type ModelApiPorts } from './model-api/mount.ts';
import { openApiOf } from './open-api.ts';

export interface AppPorts extends Pick<McpPorts, 'mcpExtra'> {
  readonly dispatcher: Dispatcher;
  /** Their schemas. */
  readonly operations: readonly Operation[];
  readonly doorkeeper: Doorkeeper;
  readonly place: OwnPlace;
  readonly tail: Tail;
  readonly drafts: StreamPorts['drafts'];
  /** Whose log `tail` reads. */
  readonly tenant: Name;
  readonly clock: Clock;
  /** Models for clients that know them as providers serve them; left out where there are none to serve. */
  readonly models: Pick<ModelApiPorts, 'access' | 'ids'> | undefined;
  readonly version: string;
  /** Of the page of a person. */
  readonly page: PageFiles;
  /** Raised after this many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
  /** Told of each request that was let in. */
  readonly onRequest: () => void;
  /** Raised when the server goes. */
  readonly closing: AbortSignal;
}

/** Everything that is answered over HTTP. Who may not ask learns that, and nothing else. */
export function createApp(ports: AppPorts): Hono<Served> {
  const { dispatcher, operations, doorkeeper, place, tail, drafts, tenant, version, deadline, closing, onRequest } = ports;
  // What was begun for somebody goes on when they leave: a page that is closed cancels nothing.
  const answer = createHandler(dispatcher, { signalFor: (kind, request) => (kind === 'command' ? closing : request.signal) });
  // Who came with the token is let go only with the server.
  const welcomeOf: WelcomeOf = ({ req: { raw }, var: { caller } }) => (caller.kind === 'owner' ? undefined : async () => (await doorkeeper.callerOf(raw.headers)) !== undefined);
  const app = new Hono<Served>();
  app.use(inApiShape(), admission(ports), (_c, next) => (onRequest(), next()));
  app.get('/healthz', (c) => c.json({ ok: true, version }));
  app.get('/v1/openapi.json', (c) => c.json(openApiOf(operations, dispatcher.entries, version)));
  app.get('/v1/events', async (c) => {
    if ((keyTenant(c) ?? tenant) !== tenant) return refused(c, notAdmitted('other_tenant'), statusOf('other_tenant'));
    const after = await tail.anchor(positionOf(c), c.req.raw.signal);
    const isWelcome = welcomeOf(c);
    void streamLog(c.env.outgoing, { after, runId: c.req.query('run'), ...(isWelcome !== undefined && { isWelcome }) }, { tail, drafts, clock: ports.clock, deadline, closing });
    return RESPONSE_ALREADY_SENT;
  });
  app.get('/', (c, next) => {
    const token = c.req.query('token');
    if (token === undefined || !doorkeeper.isToken(token)) return next();
    c.header('set-cookie', doorkeeper.cookie);
    // A browser that was led here from elsewhere sends the cookie only to what a page of ours leads to.
    return Promise.resolve(place.isOwnOrigin(c.req.raw.headers) ? c.body(null, 303, { location: '/' }) : c.html('<!doctype html><meta charset="utf-8"><title>Keelson</title><meta http-equiv="refresh" content="0;url=/"><a href="/">Keelson</a>\n'));
  });
  mountMcp(app, { ...ports, welcomeOf });
  if (ports.models !== undefined) mountModelApi(app, { ...ports, ...ports.models, welcomeOf });
  app.all('/v1/*', (c) => (c.req.method === 'POST' && !isJson(c) ? refused(c, notAdmitted('not_json'), statusOf('not_json')) : answer(c.req.raw, keyTenant(c))));
  mountConsole(app, { files: ports.page, version });
  app.notFound((c) => c.json(new KeelsonError('operation.unknown', { message: `There is nothing at ${c.req.path}.`, nextStep: 'GET /v1/openapi.json tells what there is.', data: { operation: c.req.path, known: [], validation_code: 'validation.user_action_without_command_registry_entry' } }).toBody(), 404));
  app.onError((error, c) => {
    const known = error instanceof KeelsonError ? error : new KeelsonError('internal.unexpected', { message: `Something failed that should not have: ${error.message}.`, nextStep: 'This is a defect in Keelson; please report it with the message and what you were doing.', data: { detail: error.message }, cause: error });
    return refused(c, known, error instanceof KeelsonError ? 400 : 500);
  });
  return app;
}

/** The one tenant that the holder of a key may ask about; undefined for the owner, who may ask about each. */
function keyTenant(c: Context<Served>): Name | undefined {
  const { caller } = c.var;
  return caller.kind === 'key' ? caller.tenant : undefined;
}

/** Where a reader stands: what its browser kept comes before what the address says. Anything else is the beginning. */
function positionOf(c: Context<Served>): number {
  const said = c.req.header('last-event-id') ?? c.req.query('after') ?? '0';
  const position = Number(said);
  return Number.isSafeInteger(position) && position >= 0 ? position : 0;
}
