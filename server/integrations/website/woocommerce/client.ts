import type { z } from 'zod'
import { say } from '#contract/i18n.ts'
import type { ChannelConnection } from '#server/ports/channel.ts'
import { Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { type GuardedResponse, requestGuarded } from '../outgoing/guarded-request.ts'
import { findJson } from '../parse-body.ts'
import { type Call, toConnectionFailure, toFailure } from './errors.ts'
import { readState, type ShopState, siteAddress } from './site.ts'

export type WoocommerceSettings = {
  /** Our version, sent in the User-Agent. */
  version: string
  allowsLoopback: boolean
  clock: { now(): Date }
  timeoutMilliseconds?: number
}

export type Query = Readonly<Record<string, string>>

/** `total` is the number of all results; `shopTime` is the clock of the shop's server. */
export type RestAnswer<Shape> = { data: Shape; total: number | null; shopTime: Date }

/** The only way out to one shop. Paths are those of the REST API, such as `wc/v3/orders`. */
export type WooClient = {
  site: string
  get<Wire extends z.ZodType>(path: string, query: Query, wire: Wire): Promise<RestAnswer<z.output<Wire>>>
  write<Wire extends z.ZodType>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: object | null,
    wire: Wire,
  ): Promise<z.output<Wire>>
}

/** How a site is called, which a first look finds out. */
export type Access = Pick<ShopState, 'route' | 'keysIn'>

/** A page of 100 long orders stays below. */
const mostBytes = 20 * 1_048_576

const usualTimeout = 30_000

export function createWooClient(
  settings: WoocommerceSettings,
  connection: Pick<ChannelConnection, 'accountId' | 'credentials' | 'state'>,
  access: Access = readState(connection.state),
): WooClient {
  const site = siteAddress(connection.accountId ?? '')
  const { consumerKey = '', consumerSecret = '' } = connection.credentials ?? {}
  if (!consumerKey || !consumerSecret) {
    throw new Unauthorized(say('This channel has no key. Reconnect the shop.'))
  }
  const keys = { consumerKey, consumerSecret }

  const exchange = async <Wire extends z.ZodType>(call: Call, query: Query, body: object | null, wire: Wire) => {
    const send = (given: Access) =>
      sendOnce(settings, call, addressOf(site, call.path, query, given, keys), body, given, keys)
    let response = await send(access)
    if (hasLostKeys(response) && access.keysIn === undefined && site.startsWith('https:')) {
      response = await send({ ...access, keysIn: 'query' })
    }
    return readAnswer(response, call, wire)
  }
  const now = () => settings.clock.now()
  return {
    site,
    get: (path, query, wire) => exchange({ method: 'GET', path, now: now() }, query, null, wire),
    write: async (method, path, body, wire) => {
      const { data } = await exchange({ method, path, now: now() }, {}, body, wire)
      return data
    },
  }
}

type Keys = { consumerKey: string; consumerSecret: string }

/** With plain permalinks the key is only looked at when the address contains `wp-json/wc/`, so a parameter names it. */
export function addressOf(site: string, path: string, query: Query, access: Access, keys?: Keys): string {
  const [route = '', own] = path.split('?')
  const parameters = new URLSearchParams({
    ...Object.fromEntries(new URLSearchParams(own)),
    ...query,
    ...(access.keysIn && keys ? { consumer_key: keys.consumerKey, consumer_secret: keys.consumerSecret } : {}),
  })
  const text = parameters.size > 0 ? parameters.toString() : ''
  if (access.route === 'parameter') return `${site}/?rest_route=/${route}&for=wp-json/wc/${text ? `&${text}` : ''}`
  return `${site}/wp-json/${route}${text ? `?${text}` : ''}`
}

async function sendOnce(
  settings: WoocommerceSettings,
  call: Call,
  url: string,
  body: object | null,
  access: Access,
  keys: Keys,
): Promise<GuardedResponse> {
  const basic = Buffer.from(`${keys.consumerKey}:${keys.consumerSecret}`).toString('base64')
  const message = {
    method: call.method,
    url,
    headers: {
      accept: 'application/json',
      'cache-control': 'no-cache',
      'user-agent': `Lockstep/${settings.version}`,
      ...(access.keysIn ? {} : { authorization: `Basic ${basic}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    allowsLoopback: settings.allowsLoopback,
    timeoutMilliseconds: settings.timeoutMilliseconds ?? usualTimeout,
  }
  return requestGuarded(message, mostBytes).catch((error: unknown) => {
    throw toConnectionFailure(error, call)
  })
}

const hasLostKeys = ({ status, body }: GuardedResponse): boolean =>
  status === 401 && /consumer key is missing/i.test(body.toString('utf8', 0, 1_000))

function readAnswer<Wire extends z.ZodType>(
  response: GuardedResponse,
  call: Call,
  wire: Wire,
): RestAnswer<z.output<Wire>> {
  const json = findJson(response.body)
  if (response.status < 200 || response.status >= 300 || json === null) throw toFailure(response, json, call)
  const read = wire.safeParse(json)
  if (!read.success) {
    const where = read.error.issues[0]?.path.join('.')
    const sentence = where
      ? say('The shop sent a response that Lockstep can’t read ({where}).', { where })
      : say('The shop sent a response that Lockstep can’t read.')
    throw new Unavailable(sentence)
  }
  const total = Number(response.headers['x-wp-total'] ?? Number.NaN)
  const shopTime = new Date(response.headers.date ?? '')
  return {
    data: read.data,
    total: Number.isInteger(total) ? total : null,
    shopTime: Number.isNaN(shopTime.getTime()) ? call.now : shopTime,
  }
}
