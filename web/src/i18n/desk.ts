// The words of the desk, in all languages. They come with the desk.
import type { Role } from "../desk/api";
import type { Language } from ".";

export interface DeskWords {
  desk: string;
  roles: Record<Role, string>;
  name: string;
  password: string;
  role: string;
  passwordHint: string;
  signIn: string;
  signOut: string;
  signInTitle: string;
  ended: string;
  lost: string;
  hostTitle: string;
  becomeHost: string;
  hostText: string;
  linkTitle: (name: string) => string;
  linkText: string;
  linkDone: string;
  toSignIn: string;
  tables: string;
  order: string;
  staff: string;
  you: string;
  open: (table: string) => string;
  watching: string;
  bettors: string;
  staked: string;
  stopped: string;
  noTables: string;
  acts: string;
  roundActs: string;
  suspend: string;
  suspendText: string;
  resume: string;
  void: string;
  voidText: string;
  voidLate: string;
  noRound: string;
  reason: string;
  reasonHint: string;
  minutes: string;
  minutesHint: string;
  approvalTitle: string;
  approvalText: string;
  confirm: string;
  cancel: string;
  done: string;
  announce: string;
  announceText: string;
  announceAll: string;
  text: string;
  send: string;
  chat: string;
  noChat: string;
  mute: (name: string) => string;
  unmute: (name: string) => string;
  freeze: (name: string) => string;
  unfreeze: (name: string) => string;
  restricted: string;
  nobodyRestricted: string;
  muted: (until: string | null) => string;
  frozen: string;
  by: (name: string) => string;
  reports: string;
  noReports: string;
  reportedBy: (players: number, orMore: boolean) => string;
  find: string;
  nameOrAccount: string;
  nobodyFound: string;
  there: string;
  nobodyThere: string;
  seat: (seat: number) => string;
  away: string;
  look: string;
  add: string;
  addText: string;
  waiting: string;
  changeRole: string;
  newLink: string;
  endSessions: (name: string) => string;
  remove: (name: string) => string;
  makeOne: (name: string, role: string) => string;
  makeRole: (role: string) => string;
  actsAbout: (name: string) => string;
  newLinkFor: (name: string) => string;
  linkFor: (name: string) => string;
  copy: string;
  copied: string;
  changePassword: string;
  current: string;
  next: string;
  passwordChanged: string;
  noActs: string;
  older: string;
  approvedBy: (name: string) => string;
  kinds: Record<string, string>;
  /** Before the first shoe nothing, before its first round the shoe alone. */
  round: (shoe: number, round: number) => string;
}

const en: DeskWords = {
  desk: "Desk",
  roles: { dealer: "Dealer", supervisor: "Supervisor", host: "Host" },
  name: "Name",
  password: "Password",
  role: "Role",
  passwordHint: "At least 10 characters.",
  signIn: "Sign in",
  signOut: "Sign out",
  signInTitle: "Sign in to the desk",
  ended: "Your session has ended. Please sign in again.",
  lost: "The house does not answer. Trying again.",
  hostTitle: "Become the host of this house",
  becomeHost: "Become the host",
  hostText: "Choose a name and a password. This link works once.",
  linkTitle: (name) => `Welcome, ${name}`,
  linkText: "Choose your password. This link works once.",
  linkDone: "This link was used, or holds no more.",
  toSignIn: "To the sign-in",
  tables: "Tables",
  order: "Order",
  staff: "Staff",
  you: "Your account",
  open: (table) => `Open ${table}`,
  watching: "Watching",
  bettors: "Betting",
  staked: "Staked",
  stopped: "This table has stopped. Look at the log of the house.",
  noTables: "No table is open.",
  acts: "What was done",
  roundActs: "This round",
  suspend: "Suspend the round",
  suspendText: "The round stands still until it is resumed. Players see the reason as you write it.",
  resume: "Resume the round",
  void: "Void the round",
  voidText: "Every bet goes back. Players see the reason as you write it.",
  voidLate: "Betting has closed: this round is finished, and cannot be voided.",
  noRound: "No round is under way.",
  reason: "Reason",
  reasonHint: "In words, up to 200 characters.",
  minutes: "For how many minutes",
  minutesHint: "Leave it empty for: until it is lifted.",
  approvalTitle: "A supervisor confirms",
  approvalText: "With name and password, here. You stay signed in.",
  confirm: "Confirm",
  cancel: "Cancel",
  done: "Done.",
  announce: "Announcement of the house",
  announceText: "Everyone at the table reads it in the chat. No advice about bets.",
  announceAll: "Everyone at all tables reads it in the chat. No advice about bets.",
  text: "Text",
  send: "Announce",
  chat: "Chat",
  noChat: "Nobody has said anything.",
  mute: (name) => `Mute ${name}`,
  unmute: (name) => `Let ${name} write again`,
  freeze: (name) => `Freeze ${name}`,
  unfreeze: (name) => `Unfreeze ${name}`,
  restricted: "Muted and frozen players",
  nobodyRestricted: "Nobody is muted or frozen.",
  muted: (until) => (until === null ? "Muted" : `Muted until ${until}`),
  frozen: "Frozen",
  by: (name) => `by ${name}`,
  reports: "Reports of players",
  noReports: "Nothing has been reported.",
  reportedBy: (players, orMore) =>
    players === 1 ? "reported by one player" : `reported by ${players}${orMore ? " or more" : ""} players`,
  find: "Find a player",
  nameOrAccount: "Name, or part of it, or account",
  nobodyFound: "Nobody of that name or account.",
  there: "Who is here",
  nobodyThere: "Nobody is here.",
  seat: (seat) => `Seat ${seat}`,
  away: "not on the page",
  look: "Find",
  add: "Name somebody",
  addText: "They choose their password with a link that works once, within seven days.",
  waiting: "has not opened the link yet",
  changeRole: "Change role",
  newLink: "New link",
  endSessions: (name) => `End all sessions of ${name}`,
  remove: (name) => `Remove ${name}`,
  makeOne: (name, role) => `Make ${name} a ${role.toLowerCase()}`,
  makeRole: (role) => `Make ${role.toLowerCase()}`,
  actsAbout: (name) => `Mute or freeze ${name}`,
  newLinkFor: (name) => `New link for ${name}`,
  linkFor: (name) => `Give this link to ${name}. It is shown once, and works once.`,
  copy: "Copy",
  copied: "Copied.",
  changePassword: "Change password",
  current: "Current password",
  next: "New password",
  passwordChanged: "The password is changed. Your other sessions have ended.",
  noActs: "Nothing was done yet.",
  older: "Older",
  approvedBy: (name) => `approved by ${name}`,
  kinds: {
    round_suspended: "Suspended the round",
    round_resumed: "Resumed the round",
    round_voided: "Voided the round",
    muted: "Muted",
    unmuted: "Let write again",
    frozen: "Froze",
    unfrozen: "Unfroze",
    announced: "Announced",
    staff_named: "Named",
    staff_removed: "Removed",
    role_changed: "Changed the role of",
    link_made: "Made a link for",
    sessions_ended: "Ended the sessions of",
    password_changed: "Changed the own password",
    became_host: "Became the host by a link of the machine",
    link_used: "Opened the link and chose a password",
  },
  round: (shoe, round) => (shoe === 0 ? "" : round === 0 ? `Shoe ${shoe}` : `Shoe ${shoe}, round ${round}`),
};

const zhHant: DeskWords = {
  desk: "管理枱",
  roles: { dealer: "荷官", supervisor: "主管", host: "主持人" },
  name: "名稱",
  password: "密碼",
  role: "職務",
  passwordHint: "最少 10 個字元。",
  signIn: "登入",
  signOut: "登出",
  signInTitle: "登入管理枱",
  ended: "你的登入已結束，請重新登入。",
  lost: "未能連線至本場，正在重試。",
  hostTitle: "成為本場主持人",
  becomeHost: "成為主持人",
  hostText: "請選擇名稱及密碼。此連結只可使用一次。",
  linkTitle: (name) => `歡迎，${name}`,
  linkText: "請選擇密碼。此連結只可使用一次。",
  linkDone: "此連結已使用或已失效。",
  toSignIn: "前往登入",
  tables: "枱",
  order: "秩序",
  staff: "員工",
  you: "你的帳戶",
  open: (table) => `開啟 ${table}`,
  watching: "在場",
  bettors: "投注者",
  staked: "注碼",
  stopped: "此枱已停止，請查看本場日誌。",
  noTables: "沒有開放的枱。",
  acts: "操作紀錄",
  roundActs: "本局",
  suspend: "暫停本局",
  suspendText: "本局會停住，直至恢復。玩家會看到你寫的原因。",
  resume: "恢復本局",
  void: "作廢本局",
  voidText: "所有投注會退回。玩家會看到你寫的原因。",
  voidLate: "已停止投注：本局會完成，不能作廢。",
  noRound: "目前沒有進行中的局。",
  reason: "原因",
  reasonHint: "以文字寫明，最長 200 個字元。",
  minutes: "多少分鐘",
  minutesHint: "留空即直至解除。",
  approvalTitle: "主管確認",
  approvalText: "請主管在此輸入名稱及密碼。你仍保持登入。",
  confirm: "確認",
  cancel: "取消",
  done: "已完成。",
  announce: "本場公告",
  announceText: "枱上所有人會在聊天中看到。不得提供投注建議。",
  announceAll: "所有枱的人會在聊天中看到。不得提供投注建議。",
  text: "內容",
  send: "公布",
  chat: "聊天",
  noChat: "尚未有人發言。",
  mute: (name) => `禁言 ${name}`,
  unmute: (name) => `解除 ${name} 的禁言`,
  freeze: (name) => `凍結 ${name}`,
  unfreeze: (name) => `解凍 ${name}`,
  restricted: "被禁言及凍結的玩家",
  nobodyRestricted: "沒有人被禁言或凍結。",
  muted: (until) => (until === null ? "已禁言" : `禁言至 ${until}`),
  frozen: "已凍結",
  by: (name) => `由 ${name}`,
  reports: "玩家舉報",
  noReports: "沒有舉報。",
  reportedBy: (players, orMore) => `${players} 名${orMore ? "或以上" : ""}玩家舉報`,
  find: "尋找玩家",
  nameOrAccount: "名稱（或部分）或帳戶",
  nobodyFound: "沒有此名稱或帳戶的玩家。",
  there: "在場玩家",
  nobodyThere: "沒有人在場。",
  seat: (seat) => `${seat} 號座位`,
  away: "不在頁面上",
  look: "尋找",
  add: "加入員工",
  addText: "對方以只可使用一次的連結在七日內選擇密碼。",
  waiting: "尚未開啟連結",
  changeRole: "更改職務",
  newLink: "新連結",
  endSessions: (name) => `結束 ${name} 的所有登入`,
  remove: (name) => `移除 ${name}`,
  makeOne: (name, role) => `將 ${name} 改任${role}`,
  makeRole: (role) => `改任${role}`,
  actsAbout: (name) => `禁言或凍結 ${name}`,
  newLinkFor: (name) => `為 ${name} 建立新連結`,
  linkFor: (name) => `請將此連結交給 ${name}。只顯示一次，只可使用一次。`,
  copy: "複製",
  copied: "已複製。",
  changePassword: "更改密碼",
  current: "目前密碼",
  next: "新密碼",
  passwordChanged: "密碼已更改，你的其他登入已結束。",
  noActs: "尚未有操作。",
  older: "較早",
  approvedBy: (name) => `由 ${name} 確認`,
  kinds: {
    round_suspended: "暫停本局",
    round_resumed: "恢復本局",
    round_voided: "作廢本局",
    muted: "禁言",
    unmuted: "解除禁言",
    frozen: "凍結",
    unfrozen: "解凍",
    announced: "公告",
    staff_named: "加入員工",
    staff_removed: "移除員工",
    role_changed: "更改職務",
    link_made: "建立連結",
    sessions_ended: "結束登入",
    password_changed: "更改自己的密碼",
    became_host: "以本機連結成為主持人",
    link_used: "開啟連結並選擇密碼",
  },
  round: (shoe, round) => (shoe === 0 ? "" : round === 0 ? `第 ${shoe} 靴` : `第 ${shoe} 靴第 ${round} 局`),
};

const zhHans: DeskWords = {
  desk: "管理台",
  roles: { dealer: "荷官", supervisor: "主管", host: "主持人" },
  name: "名称",
  password: "密码",
  role: "职务",
  passwordHint: "最少 10 个字符。",
  signIn: "登录",
  signOut: "退出登录",
  signInTitle: "登录管理台",
  ended: "你的登录已结束，请重新登录。",
  lost: "未能连接本场，正在重试。",
  hostTitle: "成为本场主持人",
  becomeHost: "成为主持人",
  hostText: "请选择名称及密码。此链接只可使用一次。",
  linkTitle: (name) => `欢迎，${name}`,
  linkText: "请选择密码。此链接只可使用一次。",
  linkDone: "此链接已使用或已失效。",
  toSignIn: "前往登录",
  tables: "台",
  order: "秩序",
  staff: "员工",
  you: "你的账户",
  open: (table) => `打开 ${table}`,
  watching: "在场",
  bettors: "投注者",
  staked: "注码",
  stopped: "此台已停止，请查看本场日志。",
  noTables: "没有开放的台。",
  acts: "操作记录",
  roundActs: "本局",
  suspend: "暂停本局",
  suspendText: "本局会停住，直至恢复。玩家会看到你写的原因。",
  resume: "恢复本局",
  void: "作废本局",
  voidText: "所有投注会退回。玩家会看到你写的原因。",
  voidLate: "已停止投注：本局会完成，不能作废。",
  noRound: "目前没有进行中的局。",
  reason: "原因",
  reasonHint: "以文字写明，最长 200 个字符。",
  minutes: "多少分钟",
  minutesHint: "留空即直至解除。",
  approvalTitle: "主管确认",
  approvalText: "请主管在此输入名称及密码。你仍保持登录。",
  confirm: "确认",
  cancel: "取消",
  done: "已完成。",
  announce: "本场公告",
  announceText: "台上所有人会在聊天中看到。不得提供投注建议。",
  announceAll: "所有台的人会在聊天中看到。不得提供投注建议。",
  text: "内容",
  send: "公布",
  chat: "聊天",
  noChat: "尚未有人发言。",
  mute: (name) => `禁言 ${name}`,
  unmute: (name) => `解除 ${name} 的禁言`,
  freeze: (name) => `冻结 ${name}`,
  unfreeze: (name) => `解冻 ${name}`,
  restricted: "被禁言及冻结的玩家",
  nobodyRestricted: "没有人被禁言或冻结。",
  muted: (until) => (until === null ? "已禁言" : `禁言至 ${until}`),
  frozen: "已冻结",
  by: (name) => `由 ${name}`,
  reports: "玩家举报",
  noReports: "没有举报。",
  reportedBy: (players, orMore) => `${players} 名${orMore ? "或以上" : ""}玩家举报`,
  find: "寻找玩家",
  nameOrAccount: "名称（或部分）或账户",
  nobodyFound: "没有此名称或账户的玩家。",
  there: "在场玩家",
  nobodyThere: "没有人在场。",
  seat: (seat) => `${seat} 号座位`,
  away: "不在页面上",
  look: "寻找",
  add: "加入员工",
  addText: "对方以只可使用一次的链接在七日内选择密码。",
  waiting: "尚未打开链接",
  changeRole: "更改职务",
  newLink: "新链接",
  endSessions: (name) => `结束 ${name} 的所有登录`,
  remove: (name) => `移除 ${name}`,
  makeOne: (name, role) => `将 ${name} 改任${role}`,
  makeRole: (role) => `改任${role}`,
  actsAbout: (name) => `禁言或冻结 ${name}`,
  newLinkFor: (name) => `为 ${name} 建立新链接`,
  linkFor: (name) => `请将此链接交给 ${name}。只显示一次，只可使用一次。`,
  copy: "复制",
  copied: "已复制。",
  changePassword: "更改密码",
  current: "目前密码",
  next: "新密码",
  passwordChanged: "密码已更改，你的其他登录已结束。",
  noActs: "尚未有操作。",
  older: "较早",
  approvedBy: (name) => `由 ${name} 确认`,
  kinds: {
    round_suspended: "暂停本局",
    round_resumed: "恢复本局",
    round_voided: "作废本局",
    muted: "禁言",
    unmuted: "解除禁言",
    frozen: "冻结",
    unfrozen: "解冻",
    announced: "公告",
    staff_named: "加入员工",
    staff_removed: "移除员工",
    role_changed: "更改职务",
    link_made: "建立链接",
    sessions_ended: "结束登录",
    password_changed: "更改自己的密码",
    became_host: "以本机链接成为主持人",
    link_used: "打开链接并选择密码",
  },
  round: (shoe, round) => (shoe === 0 ? "" : round === 0 ? `第 ${shoe} 靴` : `第 ${shoe} 靴第 ${round} 局`),
};

export const DESK: Record<Language, DeskWords> = { en, "zh-Hant": zhHant, "zh-Hans": zhHans };
