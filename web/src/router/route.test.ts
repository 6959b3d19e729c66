import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { matchPath, pathTo, routeOf } from './route.ts';

describe('a path of the page', () => {
  it('belongs to the first pattern that fits, with what it holds', verifies('KEL-WEB-01'), () => {
    const places = [{ path: '/' }, { path: '/runs' }, { path: '/runs/:run' }] as const;
    expect(routeOf(places, '/')).toEqual({ place: { path: '/' }, values: {} });
    expect(routeOf(places, '/runs/')).toEqual({ place: { path: '/runs' }, values: {} });
    expect(routeOf(places, '/runs/run_1')).toEqual({ place: { path: '/runs/:run' }, values: { run: 'run_1' } });
    expect(routeOf(places, '/runs/run_1/more')).toBeUndefined();
    expect(routeOf(places, '/elsewhere')).toBeUndefined();
  });

  it('keeps whatever stands in it, also what is no encoding of anything', verifies('KEL-WEB-01'), () => {
    for (const value of ['a b', 'a/b', '100%', 'ä?#', '..']) expect(matchPath('/memory/:id', pathTo('/memory/:id', { id: value }))).toEqual({ id: value });
    expect(matchPath('/memory/:id', '/memory/%E0%A4%A')).toEqual({ id: '%E0%A4%A' });
  });
});
