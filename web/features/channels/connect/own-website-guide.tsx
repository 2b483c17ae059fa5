import { publicApi } from '#contract/public-api.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
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
        title="Keys of your website"
        description="They belong into its environment, never into its code or a browser."
      >
        <RevealSecrets names={secretNames} channel={channel} secrets={secrets} />
        <CodeBlock title=".env" code={environmentFile(secretNames, { channel, secrets })} />
      </DrawerSection>
      <DrawerSection
        title="Send orders"
        description={
          <>
            By a webhook, signed as Standard Webhooks says (<code className="font-mono">npm i standardwebhooks</code>;
            there are libraries for most languages). It is answered with 202 once the order is stored.
          </>
        }
      >
        <AddressField label="Webhook address" address={intakeUrl} />
        <CodeBlock title="send-order.mjs" code={signedOrder({ intakeUrl, isPlainSecret })} />
      </DrawerSection>
      <DrawerSection title="Or by the API" description="Answers with the order and its number at once.">
        <CodeBlock title="create-order.mjs" code={apiOrder(new URL(publicApi.createOrder.path, intakeUrl).href)} />
        <p className="text-sm">
          <a href="/api/docs" target="_blank" rel="noreferrer" className="font-medium text-accent underline">
            All calls of the API
          </a>
        </p>
      </DrawerSection>
      <DrawerSection
        title="Take in stock, prices and tracking"
        description={
          <>
            Lockstep sends them to the webhook URL in <GeneralLink onClick={onGeneral} /> a moment after they change,
            and again for up to three days until your website answers with 2xx.
          </>
        }
      >
        <CodeBlock title="receive.mjs" code={receiver} />
      </DrawerSection>
    </>
  )
}
