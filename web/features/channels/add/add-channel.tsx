import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { channelsApi } from '#contract/channels.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { AddChannelForm } from './add-channel-form.tsx'

type AddChannelProps = { label: string; onCreated: (channelId: string) => void }

export function AddChannel({ label, onCreated }: AddChannelProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={channelsApi.create.access}
        deed="add channels"
        variant="primary"
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden />
        {label}
      </PermittedButton>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Add Channel"
        description="Its keys are made for you. How to connect it comes next."
      >
        <AddChannelForm
          onCancel={() => setIsOpen(false)}
          onCreated={(channelId) => {
            setIsOpen(false)
            onCreated(channelId)
          }}
        />
      </Dialog>
    </>
  )
}
