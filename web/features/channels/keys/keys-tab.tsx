import type { ChannelSecret } from '#contract/channels.ts'
import { feedFormats } from '#contract/channel-values.ts'
import { t } from '#contract/i18n.ts'
import { ComingTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { isShop, kindOf } from '../channel-kind.ts'
import type { ChannelTabProps } from '../channel-tab.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { FeedAddress, FeedRefusal } from './feed-address.tsx'
import { ReplaceSecret } from './replace-secret.tsx'
import { SecretLine } from './secret-line.tsx'
import { secretLabels } from './channel-secrets.ts'

type KeysProps = Pick<ChannelTabProps, 'channel' | 'secrets'>

export function KeysTab({ channel, secrets }: KeysProps) {
  return (
    <div className="grid gap-6 p-4 pb-8">
      <SecretSection secret="apiKey" previousUntil={channel.previousKeyUntil} channel={channel} secrets={secrets} />
      {!isShop(channel.type) && <MessageSecrets channel={channel} secrets={secrets} />}
      <SecretSection
        secret="feedKey"
        previousUntil={channel.previousFeedKeyUntil}
        channel={channel}
        secrets={secrets}
      />
      <DrawerSection
        title={t('Product feed')}
        description={t(
          'What this channel offers, with the quantities you can sell now. It needs the feed key as ?key= at the end of the address, or any key that reads inventory as a Bearer token.',
        )}
      >
        <FeedRefusal channel={channel} />
        {feedFormats.map((format) => (
          <FeedAddress key={format} label={feedLabels[format]} format={format} channel={channel} secrets={secrets} />
        ))}
      </DrawerSection>
    </div>
  )
}

/** The secrets of messages that people connect themselves. For a shop connected by its API, Lockstep does that. */
function MessageSecrets({ channel, secrets }: KeysProps) {
  return (
    <>
      <SecretSection
        secret="webhookSecret"
        previousUntil={channel.previousSecretUntil}
        channel={channel}
        secrets={secrets}
      />
      <DrawerSection
        title={t('Signing secret')}
        description={t('Lockstep uses it to sign every message to your channels. Verify each signature.')}
      >
        <SecretLine label={t('signing secret')} name="signingSecret" masked={channel.signingSecret} secrets={secrets} />
      </DrawerSection>
    </>
  )
}

const feedLabels = {
  json: t('Feed as JSON'),
  csv: t('Feed as CSV'),
  xml: t('Feed as XML (for Meta and Google)'),
} as const

type SecretSectionProps = KeysProps & {
  secret: ChannelSecret
  /** End of the overlap in which the previous secret is accepted too. */
  previousUntil: string | null
}

function SecretSection({ secret, previousUntil, channel, secrets }: SecretSectionProps) {
  const { label, noun, purpose } = secretLabels(secret, kindOf(channel))
  const isMissing = secret === 'apiKey' && !channel.hasKey
  return (
    <DrawerSection title={label} description={purpose}>
      <SecretLine label={noun} name={secret} masked={channel[secret]} isMissing={isMissing} secrets={secrets} />
      {previousUntil && (
        <p className="text-sm text-muted">
          {rich(t('The previous one still works and expires {when}.'), { when: <ComingTime moment={previousUntil} /> })}
        </p>
      )}
      <ReplaceSecret secret={secret} channel={channel} secrets={secrets} />
    </DrawerSection>
  )
}
