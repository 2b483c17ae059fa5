import type { ChannelSecret } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import type { ChannelKind } from '../channel-kind.ts'

type SecretLabels = {
  label: string
  /** The label inside a sentence. */
  noun: string
  purpose: string
  /** What becomes of the previous secret after these hours. */
  loss: (hours: number) => string
  /** Whether the other side creates it, so that it is entered here. */
  isCreatedElsewhere: boolean
}

const apiKeyLabels: SecretLabels = {
  label: t('API key'),
  noun: t('API key'),
  purpose: t(
    'Gives access to the API at /api/v1 for this channel: create and read orders, read inventory, price carts. Send it as a Bearer token, never in a URL.',
  ),
  loss: (hours) =>
    t(
      'The API stops accepting the old key {hours, select, 0 {right away} 1 {in 1 hour} 24 {in 24 hours} other {in 3 days}}.',
      { hours },
    ),
  isCreatedElsewhere: false,
}

const feedKeyLabels: SecretLabels = {
  label: t('Feed key'),
  noun: t('feed key'),
  purpose: t('Only reads this channel’s product feed and inventory. It can be part of a URL.'),
  loss: (hours) =>
    t(
      'Feed addresses with the old key stop working {hours, select, 0 {right away} 1 {in 1 hour} 24 {in 24 hours} other {in 3 days}}.',
      { hours },
    ),
  isCreatedElsewhere: false,
}

const ordersRefused = (hours: number) =>
  t(
    'Orders signed with the old secret will be refused {hours, select, 0 {right away} 1 {in 1 hour} 24 {in 24 hours} other {in 3 days}}.',
    { hours },
  )

const webhookSecretLabels: Record<ChannelKind, SecretLabels> = {
  standard: {
    label: t('Webhook secret'),
    noun: t('webhook secret'),
    purpose: t('Your website uses it to sign orders. Orders with any other signature are refused.'),
    loss: ordersRefused,
    isCreatedElsewhere: false,
  },
  woocommerce: {
    label: t('Webhook secret'),
    noun: t('webhook secret'),
    purpose: t(
      'Paste it into the Secret field of each WooCommerce webhook. Orders with any other signature are refused.',
    ),
    loss: ordersRefused,
    isCreatedElsewhere: false,
  },
  shopify: {
    label: t('Webhook secret'),
    noun: t('webhook secret'),
    purpose: t('Shopify creates it and uses it to sign orders. Until you enter it here, every order is refused.'),
    loss: ordersRefused,
    isCreatedElsewhere: true,
  },
  meta_shops: {
    label: t('Verify token'),
    noun: t('verify token'),
    purpose: t('Meta sends it once, when you subscribe to webhooks, to confirm that the address is yours.'),
    loss: (hours) =>
      t(
        'New subscriptions need the new token {hours, select, 0 {right away} 1 {in 1 hour} 24 {in 24 hours} other {in 3 days}}. Existing ones keep working.',
        { hours },
      ),
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
