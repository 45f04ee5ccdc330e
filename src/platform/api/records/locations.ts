/**
 * Built-in locations of the platform (LOC), and locations that it accepts by name alone.
 */
import type { JsonObject } from '../document/json.ts';

/** Where a location lies (LOC-8). */
export interface Geo {
  readonly lat: number;
  readonly lon: number;
  readonly country: string;
  readonly state: string;
  readonly city: string;
  readonly continent: string;
}

/** Whom locations may be of, as their names begin. */
export const providers = ['aws', 'gcp', 'azure', 'byok', 'linode', 'vultr', 'equinix', 'oci'] as const;

type Row = readonly [
  name: string,
  lat: number,
  lon: number,
  country: string,
  state: string,
  city: string,
  continent: string,
];

const rows: readonly Row[] = [
  ['aws-us-east-1', 39.04, -77.49, 'US', 'Virginia', 'Ashburn', 'North America'],
  ['aws-us-east-2', 40.1, -82.75, 'US', 'Ohio', 'New Albany', 'North America'],
  ['aws-us-west-2', 45.84, -119.7, 'US', 'Oregon', 'Boardman', 'North America'],
  ['aws-ca-central-1', 45.5, -73.57, 'CA', 'Quebec', 'Montreal', 'North America'],
  ['aws-sa-east-1', -23.55, -46.63, 'BR', 'São Paulo', 'São Paulo', 'South America'],
  ['aws-eu-central-1', 50.11, 8.68, 'DE', 'Hesse', 'Frankfurt', 'Europe'],
  ['aws-eu-west-1', 53.35, -6.26, 'IE', 'Leinster', 'Dublin', 'Europe'],
  ['aws-eu-west-2', 51.51, -0.13, 'GB', 'England', 'London', 'Europe'],
  ['aws-ap-south-1', 19.08, 72.88, 'IN', 'Maharashtra', 'Mumbai', 'Asia'],
  ['aws-ap-southeast-1', 1.35, 103.82, 'SG', 'Singapore', 'Singapore', 'Asia'],
  ['aws-ap-southeast-2', -33.87, 151.21, 'AU', 'New South Wales', 'Sydney', 'Oceania'],
  ['aws-ap-northeast-1', 35.68, 139.69, 'JP', 'Tokyo', 'Tokyo', 'Asia'],
  ['gcp-us-central1', 41.26, -95.86, 'US', 'Iowa', 'Council Bluffs', 'North America'],
  ['gcp-us-east1', 33.2, -80.01, 'US', 'South Carolina', 'Moncks Corner', 'North America'],
  ['gcp-europe-west1', 50.45, 3.82, 'BE', 'Hainaut', 'Saint-Ghislain', 'Europe'],
  ['gcp-asia-northeast1', 35.68, 139.69, 'JP', 'Tokyo', 'Tokyo', 'Asia'],
  ['azure-eastus2', 36.67, -78.39, 'US', 'Virginia', 'Boydton', 'North America'],
  ['azure-westeurope', 52.37, 4.9, 'NL', 'North Holland', 'Amsterdam', 'Europe'],
  ['azure-southeastasia', 1.35, 103.82, 'SG', 'Singapore', 'Singapore', 'Asia'],
  ['oci-eu-frankfurt-1', 50.11, 8.68, 'DE', 'Hesse', 'Frankfurt', 'Europe'],
  ['linode-us-east', 40.74, -74.17, 'US', 'New Jersey', 'Newark', 'North America'],
];

/** Names of the locations of the built-in catalogue, in its order. */
export const catalogueNames: readonly string[] = rows.map(([name]) => name);

const geoByName: ReadonlyMap<string, Geo> = new Map(
  rows.map(([name, lat, lon, country, state, city, continent]) => [
    name,
    { lat, lon, country, state, city, continent },
  ]),
);

/** Where a location of the catalogue lies; null for any other. */
export function geoOf(name: string): Geo | null {
  return geoByName.get(name) ?? null;
}

/** What is shown of a place as far as nobody says where it is. */
export const nowhere: Geo = { lat: 0, lon: 0, country: '', state: '', city: '', continent: '' };

/** Networks that are kept for examples, and never routed. */
const exampleNetworks = ['192.0.2', '198.51.100', '203.0.113'] as const;

/**
 * The addresses of a location of the catalogue (LOC-9), 32 each; none of any other.
 *
 *   the first -> 192.0.2.0/27     the second -> 192.0.2.32/27     the ninth -> 198.51.100.0/27
 */
export function ipRangesOf(name: string): readonly string[] {
  const index = catalogueNames.indexOf(name);
  const network = exampleNetworks[Math.floor(index / 8)];
  return network === undefined ? [] : [`${network}.${(index % 8) * 32}/27`];
}

/**
 * The provider and region that a location's name writes (ENV-5); null where it begins with no known provider.
 *
 *   aws-us-east-1 -> aws, us-east-1     moon-base-1, aws, aws- -> null
 */
export function partsOfName(name: string): { readonly provider: string; readonly region: string } | null {
  const dash = name.indexOf('-');
  const provider = name.slice(0, Math.max(dash, 0));
  const region = name.slice(dash + 1);
  return dash > 0 && region !== '' && providers.some((one) => one === provider) ? { provider, region } : null;
}

/**
 * Whether a location may be named without having been made: a known provider's, but none of the customer's own
 * (`byok`).
 */
export function isAccepted(name: string): boolean {
  const parts = partsOfName(name);
  return parts !== null && parts.provider !== 'byok' && /^[a-z][-a-z0-9]*[a-z0-9]$/.test(name) && name.length <= 64;
}

/**
 * The fields of a location's record beside its `spec`, as its name says them: where it writes no region, it is one
 * itself (`location.region`).
 */
export function locationFields(name: string): JsonObject {
  return wholeFields(name, false, {});
}

/**
 * The same of one that is there, or is being made: each that is left out comes to what its name says (LOC-5, ENV-5);
 * one of the customer's own is that by any name, and a region that is empty is left out.
 */
export function wholeFields(name: string, isOwn: boolean, more: JsonObject): JsonObject {
  const parts = partsOfName(name);
  const { provider = isOwn ? 'byok' : parts?.provider, region = '', ...others } = more;
  return {
    ...(provider === undefined ? {} : { provider }),
    region: region === '' ? (parts?.region ?? name) : region,
    ...others,
  };
}
