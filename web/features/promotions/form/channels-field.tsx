import { type Control, useController } from 'react-hook-form'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useChannelChoices } from '#web/shared/use-channel-choices.ts'
import type { PromotionOutput, PromotionValues } from './promotion-fields.ts'

type ChannelsFieldProps = { control: Control<PromotionValues, unknown, PromotionOutput> }

/** A channel that is gone but still chosen stays so: to let it go would make the promotion one for other channels. */
export function ChannelsField({ control }: ChannelsFieldProps) {
  const { field, fieldState } = useController({ control, name: 'channelIds' })
  const channels = useChannelChoices()
  const chosen = field.value

  const toggle = (id: string) =>
    field.onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])

  return (
    <fieldset className="grid gap-1">
      <legend className="font-medium">Channels</legend>
      <p className="text-sm text-muted">
        {chosen.length === 0 ? 'None is chosen, so it applies in all of them.' : 'It applies in the chosen ones only.'}
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {channels.map(({ value, label }, position) => (
          <Checkbox
            key={value}
            ref={position === 0 ? field.ref : undefined}
            label={label}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
      {fieldState.error && (
        <p role="alert" className="text-sm text-danger">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}
