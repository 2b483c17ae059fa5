import { t } from '#contract/i18n.ts'
import { AddressField } from '../address-field.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { rich } from '#web/shared/rich.tsx'
import { SecretLine } from '../keys/secret-line.tsx'
import { CodeBlock } from '#web/shared/copyable-code.tsx'
import { wooConfig, wooPlugin } from './code/woocommerce.ts'
import { type GuideProps, secretOrPlaceholder, GeneralLink, RevealSecrets, Step, Steps } from './guide-parts.tsx'

export function WooCommerceGuide({ channel, secrets, onGeneral }: GuideProps) {
  return (
    <>
      <DrawerSection
        title={t('Send orders')}
        description={t('In the WordPress admin, under WooCommerce › Settings › Advanced › Webhooks.')}
      >
        <Steps>
          <Step text={t('Press Add webhook. Name it Lockstep, set Status to Active and Topic to Order created.')} />
          <Step text={t('Paste this into Delivery URL.')}>
            <AddressField label={t('Delivery URL')} address={channel.intakeUrl} />
          </Step>
          <Step text={t('Paste the webhook secret into Secret, choose WP REST API Integration v3 and save.')}>
            <SecretLine
              label={t('webhook secret')}
              name="webhookSecret"
              masked={channel.webhookSecret}
              secrets={secrets}
            />
          </Step>
          <Step
            text={t(
              'Do the same for the Order updated and Order deleted topics. Orders are imported once they are paid.',
            )}
          />
        </Steps>
        <p className="text-sm text-muted">
          {t(
            'WooCommerce turns a webhook off after five failures in a row. If orders stop, check there first and set Status back to Active.',
          )}
        </p>
      </DrawerSection>
      <DrawerSection
        title={t('Receive stock, prices and tracking')}
        description={t('With a small plugin of your own; nothing else to install.')}
      >
        <Steps>
          <Step text={t('Add this line to wp-config.php.')}>
            <RevealSecrets names={['signingSecret']} channel={channel} secrets={secrets} />
            <CodeBlock
              title="wp-config.php"
              code={wooConfig(secretOrPlaceholder('signingSecret', { channel, secrets }))}
            />
          </Step>
          <Step text={t('Save this file on the server and activate the Lockstep plugin.')}>
            <CodeBlock title="wp-content/plugins/lockstep/lockstep.php" code={wooPlugin} />
          </Step>
          <Step
            text={rich(
              t('Set the webhook URL in {general} to your shop’s address followed by {path}, and press Test.'),
              {
                general: <GeneralLink onClick={onGeneral} />,
                path: <code className="font-mono">{'/wp-json/lockstep/v1/events'}</code>,
              },
            )}
          />
        </Steps>
      </DrawerSection>
    </>
  )
}
