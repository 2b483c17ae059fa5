import { AddressField } from '../address-field.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { FeedAddress } from '../keys/feed-address.tsx'
import { ReplaceSecret } from '../keys/replace-secret.tsx'
import { CodeBlock } from '#web/shared/copyable-code.tsx'
import { shopifyEnvironment, shopifyStock } from './code/shopify.ts'
import { type GuideProps, environmentFile, GeneralLink, RevealSecrets, Step, Steps } from './guide-parts.tsx'

export function ShopifyGuide({ channel, secrets, onGeneral }: GuideProps) {
  return (
    <>
      <DrawerSection title="Send orders" description="In the Shopify admin, under Settings › Notifications › Webhooks.">
        <Steps>
          <Step text="Press Create webhook, choose the event Order creation, the format JSON and the newest API version, and paste this into URL.">
            <AddressField label="URL" address={channel.intakeUrl} />
          </Step>
          <Step text="Do the same with the events Order payment, Order update, Order cancellation and Order deletion. Orders come in once they are paid for." />
          <Step text="Below its webhooks Shopify shows the secret that they are signed with. Enter it here: until then every order is refused.">
            <ReplaceSecret secret="webhookSecret" channel={channel} secrets={secrets} />
          </Step>
        </Steps>
      </DrawerSection>
      <DrawerSection
        title="Take in stock: by the feed"
        description="For any app from the Shopify App Store that updates stock from a file at an address. Most read it every hour or less often."
      >
        <RevealSecrets names={['feedKey']} channel={channel} secrets={secrets} />
        <FeedAddress label="Stock file" format="csv" hasPlaceholder channel={channel} secrets={secrets} />
      </DrawerSection>
      <DrawerSection
        title="Take in stock: by a small program"
        description={
          <>
            A moment after it changes. It needs a custom app in your shop with the scopes read_inventory and
            write_inventory. Run it where it can be reached by https, and set the webhook URL in{' '}
            <GeneralLink onClick={onGeneral} /> to its address. It needs{' '}
            <code className="font-mono">npm i standardwebhooks</code>.
          </>
        }
      >
        <RevealSecrets names={['signingSecret']} channel={channel} secrets={secrets} />
        <CodeBlock title=".env" code={shopifyEnvironment(environmentFile(['signingSecret'], { channel, secrets }))} />
        <CodeBlock title="shopify-stock.mjs" code={shopifyStock} />
      </DrawerSection>
    </>
  )
}
