import { join } from 'node:path'
import { root } from '../root.ts'
import { startChild, lastLines, openLogFile } from './child.ts'
import type { Secrets } from './secrets.ts'
import type { Shutdown } from './shutdown.ts'

export type Emulator = {
  name: string
  /** Variables with the address of the vendor; if any is set, the emulator is not started. */
  addresses: readonly string[]
  /** The product's client credentials at the emulator; a real vendor has others. */
  client(secrets: Secrets): Record<string, string>
}

const emulators: Emulator[] = [
  {
    name: 'oidc',
    addresses: ['OIDC_ISSUER_URL'],
    client: ({ OIDC_CLIENT_SECRET }) => ({ OIDC_CLIENT_ID: 'lockstep', OIDC_CLIENT_SECRET }),
  },
  {
    name: 'amazon',
    addresses: ['AMAZON_SP_API_URL', 'AMAZON_LWA_URL', 'AMAZON_SELLER_CENTRAL_URL'],
    client: ({ AMAZON_LWA_CLIENT_SECRET }) => ({
      AMAZON_LWA_CLIENT_ID: 'amzn1.application-oa2-client.lockstep',
      AMAZON_LWA_CLIENT_SECRET,
      AMAZON_APP_ID: 'amzn1.sellerapps.app.lockstep',
    }),
  },
  {
    name: 'meta',
    addresses: ['META_GRAPH_URL'],
    client: ({ META_APP_SECRET }) => ({ META_APP_SECRET }),
  },
  {
    name: 'shopify',
    addresses: ['SHOPIFY_URL'],
    client: () => ({}),
  },
  {
    name: 'smtp',
    addresses: ['SMTP_URL'],
    client: () => ({ MAIL_FROM: 'Lockstep <mail@lockstep.test>' }),
  },
  {
    name: 'sms',
    addresses: ['TWILIO_API_URL'],
    client: ({ TWILIO_AUTH_TOKEN }) => ({
      TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000001',
      TWILIO_AUTH_TOKEN,
      TWILIO_FROM: '+12065550100',
    }),
  },
  {
    name: 'woocommerce',
    // Each shop has an address of its own; this one is for the demo's.
    addresses: ['DEMO_WOOCOMMERCE_URL'],
    client: () => ({}),
  },
]

export type RunningEmulators = {
  /** Environment variables with their addresses. */
  variables: Record<string, string>
  /** Pages that show sent messages, by emulator name. */
  inboxes: Record<string, string>
}

/** Emulators of the vendors that the environment does not configure. */
export function findWantedEmulators(given: Record<string, string>): Emulator[] {
  return emulators.filter(({ addresses }) => addresses.every((name) => !given[name]))
}

/** Starts one process for all emulators. Log file and state folder keep their old name, since data folders have them. */
export async function startEmulators(
  needed: Emulator[],
  env: NodeJS.ProcessEnv,
  dataDir: string,
  logs: string,
  shutdown: Shutdown,
): Promise<RunningEmulators> {
  if (needed.length === 0) return { variables: {}, inboxes: {} }
  const log = openLogFile(logs, 'stand-ins.log')
  const names = needed.map(({ name }) => name)
  const child = startChild({
    program: [join(root, 'dist/emulators.mjs'), ...names, '--state', join(dataDir, 'stand-ins')],
    env,
    patience: 3_000,
    onLine: log.write,
  })
  shutdown.defer(child)
  shutdown.watch(child.ended.then((how) => lastLines(`The local emulators stopped (${how})`, log)))
  const { urls, inboxes } = (await child.message) as Record<'urls' | 'inboxes', Record<string, string>>
  const variables = Object.fromEntries(
    needed.flatMap(({ name, addresses }) => addresses.map((variable) => [variable, urls[name] ?? ''] as const)),
  )
  return { variables, inboxes }
}
