import { AddressField } from '../address-field.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { SecretLine } from '../keys/secret-line.tsx'
import { CodeBlock } from '#web/shared/copyable-code.tsx'
import { wooConfig, wooPlugin } from './code/woocommerce.ts'
import { type GuideProps, secretOrPlaceholder, GeneralLink, RevealSecrets, Step, Steps } from './guide-parts.tsx'

export function WooCommerceGuide({ channel, secrets, onGeneral }: GuideProps) {
  return (
    <>
      <DrawerSection
        title="Send orders"
        description="In the WordPress admin, under WooCommerce › Settings › Advanced › Webhooks."
      >
        <Steps>
          <Step text="Press Add webhook. Name it Lockstep, set Status to Active and Topic to Order created." />
          <Step text="Paste this into Delivery URL.">
            <AddressField label="Delivery URL" address={channel.intakeUrl} />
          </Step>
          <Step text="Paste the webhook secret into Secret, choose WP REST API Integration v3 and save.">
            <SecretLine label="webhook secret" name="webhookSecret" masked={channel.webhookSecret} secrets={secrets} />
          </Step>
          <Step text="Do the same with the topics Order updated and Order deleted. Orders come in once they are paid for." />
        </Steps>
        <p className="text-sm text-muted">
          WooCommerce switches a webhook off after five failures in a row. If orders stop, look there first: set Status
          to Active again.
        </p>
      </DrawerSection>
      <DrawerSection
        title="Take in stock, prices and tracking"
        description="A small plugin of your own; nothing else is installed."
      >
        <Steps>
          <Step text="Add this line to wp-config.php.">
            <RevealSecrets names={['signingSecret']} channel={channel} secrets={secrets} />
            <CodeBlock
              title="wp-config.php"
              code={wooConfig(secretOrPlaceholder('signingSecret', { channel, secrets }))}
            />
          </Step>
          <Step text="Save this file on the server and activate the plugin Lockstep.">
            <CodeBlock title="wp-content/plugins/lockstep/lockstep.php" code={wooPlugin} />
          </Step>
          <Step
            text={
              <>
                Set the webhook URL in <GeneralLink onClick={onGeneral} /> to your shop’s address followed by{' '}
                <code className="font-mono">/wp-json/lockstep/v1/events</code>, and press Test.
              </>
            }
          />
        </Steps>
      </DrawerSection>
    </>
  )
}
