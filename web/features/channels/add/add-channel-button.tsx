import Plus from 'lucide-react/icons/plus'
import { channelsApi } from '#contract/channels.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useUrlDialog } from '#web/shared/use-url-dialog.ts'
import { AddChannelDialog } from '../later-parts.ts'

/** Opens the dialog of `AddChannel`, which stands on the same screen. */
export function AddChannelButton({ label }: { label: string }) {
  const { open } = useUrlDialog('channel', channelsApi.create.access)
  return (
    <PermittedButton
      access={channelsApi.create.access}
      task="add channels"
      variant="primary"
      onFocus={AddChannelDialog.preload}
      onPointerEnter={AddChannelDialog.preload}
      onClick={open}
    >
      <Plus aria-hidden />
      {label}
    </PermittedButton>
  )
}
