import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  /** Throws unless the request is genuine. */
  readonly verifySlackRequest: (options: {
    readonly signingSecret: string;
    readonly body: string;
    readonly headers: {
      readonly 'x-slack-signature': string;
      readonly 'x-slack-request-timestamp': number;
    };
  }) => void;
}

export const slackVerifier: Verifier = {
  profile: 'slack',
  library: '@slack/bolt',
  verify: ({ headers, body }, signingSecret) => {
    const { verifySlackRequest } = vendorLibrary('@slack/bolt') as Library;
    verifySlackRequest({
      signingSecret,
      body: body.toString(),
      headers: {
        'x-slack-signature': headers['x-slack-signature'] ?? '',
        'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
      },
    });
    return true;
  },
};
