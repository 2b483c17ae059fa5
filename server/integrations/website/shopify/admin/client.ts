import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import type { ChannelConnection } from '#server/ports/channel.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { type CostBucket, createCostBucket, type Throttle } from './cost-bucket.ts'
import { type DocumentName, documents } from './documents.ts'
import { type GraphError, toFailure, toRequestFailure } from './errors.ts'
import { apiVersion, type ShopifySettings, storeUrl, systemTiming, type Timing } from './settings.ts'
import { createTokens, type Tokens } from './tokens.ts'

const answerTimeout = 20_000
const mostThrottles = 5

export type Variables = Readonly<Record<string, unknown>>

/** The only way to one store. */
export type ShopifyClient = {
  ask<Wire extends z.ZodType>(name: DocumentName, variables: Variables, wire: Wire): Promise<z.output<Wire>>
  timing: Timing
  /** The version that answered last; null before the first answer. */
  servedVersion(): string | null
}

/** What the calls of a process share about a store: its allowance, its token, and what each document costs. */
type Store = { bucket: CostBucket; tokens: Tokens; costs: Map<DocumentName, number>; servedVersion: string | null }

const mutations = new Set(Object.entries(documents).flatMap(([name, text]) => (isMutation(text) ? [name] : [])))

/** Points reserved for a document whose cost is not known yet. No query may cost more than 1,000. */
const unknownCost = (name: DocumentName) => (mutations.has(name) ? 100 : 1_000)

export function createClients({ timing = systemTiming, ...settings }: ShopifySettings) {
  const send = createSender(settings, timing)
  const stores = new Map<string, Store>()
  const storeOf = (connection: ChannelConnection): Store => {
    const key = [connection.accountId, connection.credentials?.['clientId']].join(' ')
    const known = stores.get(key)
    if (known) return known
    const store = {
      bucket: createCostBucket(timing),
      tokens: createTokens({ ...settings, timing, send }),
      costs: new Map<DocumentName, number>(),
      servedVersion: null,
    }
    stores.set(key, store)
    return store
  }

  return (connection: ChannelConnection): ShopifyClient => {
    const store = storeOf(connection)
    const url = new URL(`admin/api/${apiVersion}/graphql.json`, storeUrl(settings.shopifyUrl, connection))
    const post = async (name: DocumentName, variables: Variables, token: string) => {
      const cost = store.costs.get(name) ?? unknownCost(name)
      const settle = await store.bucket.reserve(cost)
      const body = JSON.stringify({ query: documents[name], variables })
      const headers = { 'content-type': 'application/json', 'x-shopify-access-token': token }
      const reply = await send(url, { method: 'POST', headers, body }, mutations.has(name)).catch((error: unknown) => {
        settle(null)
        throw error
      })
      const answer = Answer.safeParse(reply.body).data
      const { requestedQueryCost, throttleStatus } = answer?.extensions?.cost ?? {}
      settle(throttleStatus ?? null)
      if (requestedQueryCost) store.costs.set(name, requestedQueryCost)
      store.servedVersion = reply.headers.get('x-shopify-api-version') ?? store.servedVersion
      return { status: reply.status, answer }
    }

    return {
      timing,
      servedVersion: () => store.servedVersion,
      async ask(name, variables, wire) {
        let token = await store.tokens.get(connection)
        let isRenewed = false
        for (let throttles = 0; ;) {
          const { status, answer } = await post(name, variables, token)
          if (status === 401 && !isRenewed) {
            token = await store.tokens.renew(connection, token)
            isRenewed = true
          } else if (isThrottled(status, answer) && throttles < mostThrottles) {
            // The bucket was told how much is left, so the next call waits for enough.
            throttles += 1
            if (!answer?.extensions?.cost) await timing.sleep(1_000 * throttles)
          } else {
            return parseData(name, status, answer, wire)
          }
        }
      },
    }
  }
}

type Sent = { status: number; headers: Headers; body: unknown }

type Init = { method: string; headers: Record<string, string>; body: string }

type Sender = (url: URL, init: Init, isWrite: boolean) => Promise<Sent>

function createSender(settings: ShopifySettings, timing: Timing): Sender {
  return async (url, init, isWrite) => {
    const signal = timing.limit(answerTimeout)
    try {
      const headers = { ...init.headers, accept: 'application/json', 'user-agent': `Lockstep/${settings.version}` }
      // Redirects are not followed, because the headers carry a token.
      const response = await settings.fetch(url, { ...init, headers, redirect: 'manual', signal })
      return { status: response.status, headers: response.headers, body: parseJson(await response.text()) }
    } catch {
      // The error of `fetch` may contain what was sent.
      const why = signal.aborted
        ? say('Shopify did not respond in time.')
        : say('Shopify can’t be reached at the moment.')
      throw new Unavailable(why, { mayHaveHappened: isWrite })
    }
  }
}

const ThrottleStatus = z.object({
  maximumAvailable: z.number(),
  currentlyAvailable: z.number(),
  restoreRate: z.number(),
}) satisfies z.ZodType<Throttle>

const RequestError = z.object({
  message: z.string().default(''),
  extensions: z.object({ code: z.string().optional() }).optional(),
}) satisfies z.ZodType<GraphError>

const Answer = z.object({
  data: z.unknown().optional(),
  errors: z.union([z.array(RequestError), z.string().transform((message): GraphError[] => [{ message }])]).optional(),
  extensions: z
    .object({
      cost: z
        .object({ requestedQueryCost: z.number().nullish(), throttleStatus: ThrottleStatus.optional() })
        .optional(),
    })
    .optional(),
})
type Answer = z.output<typeof Answer>

const isThrottled = (status: number, answer: Answer | undefined): boolean =>
  status === 429 || (answer?.errors ?? []).some(({ extensions }) => extensions?.code === 'THROTTLED')

function parseData<Wire extends z.ZodType>(
  name: DocumentName,
  status: number,
  answer: Answer | undefined,
  wire: Wire,
): z.output<Wire> {
  if (status >= 300 || !answer) throw toFailure(status, mutations.has(name))
  const [error] = answer.errors ?? []
  if (error) throw toRequestFailure(error, mutations.has(name))
  const parsed = wire.safeParse(answer.data)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = `${name}: ${issue?.path.join('.') || 'the whole'}: ${issue?.code ?? 'unknown'}`
  throw new Rejected(say('Shopify sent a response that Lockstep can’t read ({where}).', { where }), {
    code: 'unknown_shape',
    whoActs: 'lockstep',
  })
}

function isMutation(text: string): boolean {
  return text.trimStart().startsWith('mutation')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
