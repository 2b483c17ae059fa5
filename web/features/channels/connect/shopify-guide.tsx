import { t } from '#contract/i18n.ts'
import { AddressField } from '../address-field.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { rich } from '#web/shared/rich.tsx'
import { FeedAddress } from '../keys/feed-address.tsx'
import { ReplaceSecret } from '../keys/replace-secret.tsx'
import { CodeBlock } from '#web/shared/copyable-code.tsx'
import { shopifyEnvironment, shopifyStock } from './code/shopify.ts'
import { type GuideProps, environmentFile, GeneralLink, RevealSecrets, Step, Steps } from './guide-parts.tsx'

export function ShopifyGuide({ channel, secrets, onGeneral }: GuideProps) {
  return (
    <>
      <DrawerSection
        title={t('Send orders')}
        description={t('In the Shopify admin, under Settings › Notifications › Webhooks.')}
      >
        <Steps>
          <Step
            text={t(
              'Press Create webhook, choose the Order creation event, the JSON format and the newest API version, and paste this into URL.',
            )}
          >
            <AddressField label={t('URL')} address={channel.intakeUrl} />
          </Step>
          <Step
            text={t(
              'Do the same for the Order payment, Order update, Order cancellation and Order deletion events. Orders are imported once they are paid.',
            )}
          />
          <Step
            text={t(
              'Shopify shows the signing secret below the webhooks. Enter it here; until you do, every order will be refused.',
            )}
          >
            <ReplaceSecret secret="webhookSecret" channel={channel} secrets={secrets} />
          </Step>
        </Steps>
      </DrawerSection>
      <DrawerSection
        title={t('Sync stock with a feed')}
        description={t(
          'For any app from the Shopify App Store that updates stock from a file at a URL. Most read it every hour or less often.',
        )}
      >
        <RevealSecrets names={['feedKey']} channel={channel} secrets={secrets} />
        <FeedAddress label={t('Stock file')} format="csv" hasPlaceholder channel={channel} secrets={secrets} />
      </DrawerSection>
      <DrawerSection
        title={t('Sync stock with a small program')}
        description={rich(
          t(
            'Updates stock right away. Requires a custom app in your shop with the read_inventory and write_inventory scopes. Run the program where it can be reached over HTTPS, and set the webhook URL in {general} to its address. Install its library first: {install}.',
          ),
          {
            general: <GeneralLink onClick={onGeneral} />,
            install: <code className="font-mono">{'npm i standardwebhooks'}</code>,
          },
        )}
      >
        <RevealSecrets names={['signingSecret']} channel={channel} secrets={secrets} />
        <CodeBlock title=".env" code={shopifyEnvironment(environmentFile(['signingSecret'], { channel, secrets }))} />
        <CodeBlock title="shopify-stock.mjs" code={shopifyStock} />
      </DrawerSection>
    </>
  )
}
