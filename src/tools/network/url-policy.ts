/**
 * Which hosts a person opens or closes. Neither list can open an address that is not public.
 *
 * An entry is a name (`example.com`), every name below one (`*.example.com`) or an address, with an optional port
 * (`example.com:8443`, `[2606:4700::1111]:443`, `example.com:*`).
 */
export interface UrlPolicy {
  /** When given, only these. An entry without a port opens 80 and 443. */
  readonly allowHosts?: readonly string[];
  /** Never these, whatever `allowHosts` says. An entry without a port closes every port. */
  readonly denyHosts?: readonly string[];
}
