import type { WebsitePlatform } from '#contract/channel-values.ts'
import type { ChannelSecret } from '#contract/channels.ts'
import type { ChannelKind } from '../channel-kind.ts'

type SecretLabels = {
  label: string
  /** The label inside a sentence. */
  noun: string
  purpose: string
  /** Consequence for users of the previous secret; completes "In 24 hours …". */
  loss: string
  /** Whether the other side creates it, so that it is entered here. */
  isCreatedElsewhere: boolean
}

const apiKeyLabels: SecretLabels = {
  label: 'API key',
  noun: 'API key',
  purpose: 'Opens the API at /api/v1 and the product feed for this channel.',
  loss: 'the API and the product feed answer only to the new key',
  isCreatedElsewhere: false,
}

const webhookSecretLabels: Record<ChannelKind, SecretLabels> = {
  standard: {
    label: 'Webhook secret',
    noun: 'webhook secret',
    purpose: 'Your website signs its orders with it; an order with another signature is refused.',
    loss: 'orders signed with the secret before are refused',
    isCreatedElsewhere: false,
  },
  woocommerce: {
    label: 'Webhook secret',
    noun: 'webhook secret',
    purpose: 'Goes into the field Secret of each webhook in WooCommerce; an order with another signature is refused.',
    loss: 'orders signed with the secret before are refused',
    isCreatedElsewhere: false,
  },
  shopify: {
    label: 'Webhook secret',
    noun: 'webhook secret',
    purpose: 'Shopify makes it and signs its orders with it. Until Lockstep knows it, every order is refused.',
    loss: 'orders signed with the secret before are refused',
    isCreatedElsewhere: true,
  },
  meta_shops: {
    label: 'Verify token',
    noun: 'verify token',
    purpose: 'Meta shows it once, when you subscribe to webhooks, to prove that it is you.',
    loss: 'a new subscription needs the new token; subscriptions that stand go on',
    isCreatedElsewhere: false,
  },
}

export const secretLabels = (secret: ChannelSecret, kind: ChannelKind): SecretLabels =>
  secret === 'apiKey' ? apiKeyLabels : webhookSecretLabels[kind]

/** API key and webhook secret of a new website. Standard Webhooks secrets start with `whsec_`; shops use plain text. */
export function generateSecrets(platform: WebsitePlatform): { apiKey: string; webhookSecret: string } {
  return {
    apiKey: `ls_live_${urlSafe(randomText())}`,
    webhookSecret: platform === 'standard' ? `whsec_${randomText()}` : urlSafe(randomText()),
  }
}

/** 32 random bytes as base64. */
const randomText = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))

const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
