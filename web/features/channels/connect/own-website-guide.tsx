import { t } from '#contract/i18n.ts'
import { publicApi } from '#contract/public-api.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { rich } from '#web/shared/rich.tsx'
import { AddressField } from '../address-field.tsx'
import type { SecretName } from '../keys/use-secrets.ts'
import { CodeBlock } from '#web/shared/copyable-code.tsx'
import { apiOrder, receiver, signedOrder } from './code/own-website.ts'
import { type GuideProps, environmentFile, GeneralLink, RevealSecrets } from './guide-parts.tsx'

const secretNames: readonly SecretName[] = ['webhookSecret', 'apiKey', 'signingSecret']

export function OwnWebsiteGuide({ channel, secrets, onGeneral }: GuideProps) {
  const { intakeUrl, webhookSecret } = channel
  const isPlainSecret = webhookSecret !== null && !webhookSecret.startsWith('whsec_')
  return (
    <>
      <DrawerSection
        title={t('Your website’s keys')}
        description={t('Keep them in environment variables, never in code or a browser.')}
      >
        <RevealSecrets names={secretNames} channel={channel} secrets={secrets} />
        <CodeBlock title=".env" code={environmentFile(secretNames, { channel, secrets })} />
      </DrawerSection>
      <DrawerSection
        title={t('Send orders')}
        description={rich(
          t(
            'Send a webhook signed per the Standard Webhooks spec ({install}; libraries exist for most languages). Lockstep returns 202 once the order is stored.',
          ),
          { install: <code className="font-mono">{'npm i standardwebhooks'}</code> },
        )}
      >
        <AddressField label={t('Webhook address')} address={intakeUrl} />
        <CodeBlock title="send-order.mjs" code={signedOrder({ intakeUrl, isPlainSecret })} />
      </DrawerSection>
      <DrawerSection title={t('Or use the API')} description={t('Returns the order and its number right away.')}>
        <CodeBlock title="create-order.mjs" code={apiOrder(new URL(publicApi.createOrder.path, intakeUrl).href)} />
        <p className="text-sm">
          <a href="/api/docs" target="_blank" rel="noreferrer" className="font-medium text-accent underline">
            {t('API reference')}
          </a>
        </p>
      </DrawerSection>
      <DrawerSection
        title={t('Receive stock, prices and tracking')}
        description={rich(
          t(
            'Lockstep sends changes to the webhook URL in {general} right away and retries for up to three days until your website returns 2xx.',
          ),
          { general: <GeneralLink onClick={onGeneral} /> },
        )}
      >
        <CodeBlock title="receive.mjs" code={receiver} />
      </DrawerSection>
    </>
  )
}
