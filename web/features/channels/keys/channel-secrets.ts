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
  purpose:
    'Opens the API at /api/v1 for this channel: it places and reads orders, reads inventory and prices carts. Send it as a Bearer token, never in an address.',
  loss: 'the API answers only to the new key',
  isCreatedElsewhere: false,
}

const feedKeyLabels: SecretLabels = {
  label: 'Feed key',
  noun: 'feed key',
  purpose: 'Reads the product feed and the inventory of this channel, nothing else. It may be part of an address.',
  loss: 'feed addresses with the present key are refused',
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

export function secretLabels(secret: ChannelSecret, kind: ChannelKind): SecretLabels {
  switch (secret) {
    case 'apiKey':
      return apiKeyLabels
    case 'feedKey':
      return feedKeyLabels
    case 'webhookSecret':
      return webhookSecretLabels[kind]
  }
}
