"""Every sentence the server itself says to a player, in all three languages. English prevails.

Amounts come in cents and are shown in credits; ``{limit}``, ``{left}`` and ``{closes_at}`` are the figures of a refusal.
"""

import enum

from puntobanco.table.commands import Code, Rejection


class Language(enum.StrEnum):
    """A language that everything a player reads exists in."""

    ENGLISH = "en"
    TRADITIONAL = "zh-Hant"
    SIMPLIFIED = "zh-Hans"


_TRADITIONAL_REGIONS = {"tw", "hk", "mo", "hant"}

_WORDS: dict[Code, tuple[str, str, str]] = {
    Code.MALFORMED: ("That message could not be read.", "無法讀取此訊息。", "无法读取此消息。"),
    Code.NOT_SIGNED_IN: ("Please enter first.", "請先進場。", "请先进场。"),
    Code.FROZEN: ("Your account is frozen.", "你的帳戶已被凍結。", "你的账户已被冻结。"),
    Code.RATE_LIMITED: ("That was too fast. Please wait a moment.", "操作過快，請稍候。", "操作过快，请稍候。"),
    Code.NO_SUCH_TABLE: ("There is no such table.", "沒有這張枱。", "没有这张台。"),
    Code.SUSPENDED: (
        "The round is suspended. The supervisor has been called.",
        "本局暫停，已通知主管。",
        "本局暂停，已通知主管。",
    ),
    Code.COMMAND_ID_REUSED: (
        "This command number was used for something else.",
        "此指令編號已用於其他操作。",
        "此指令编号已用于其他操作。",
    ),
    Code.BAD_AMOUNT: ("The amount must be a whole number of cents above zero.", "金額必須為正整數。", "金额必须为正整数。"),
    Code.BETTING_CLOSED: ("Betting is closed.", "已停止投注。", "已停止投注。"),
    Code.STAKE_LOCKED: ("This stake may only be added to.", "此注碼只可增加。", "此注码只可增加。"),
    Code.BET_NOT_OFFERED: ("This table does not take that bet.", "本枱不設此投注。", "本台不设此投注。"),
    Code.ROUND_CAP: (
        "This bet is taken until round {limit} of the shoe.",
        "此投注只接受至本靴第 {limit} 局。",
        "此投注只接受至本靴第 {limit} 局。",
    ),
    Code.OVER_MAXIMUM: (
        "The limit here is {limit}. {left} still fits.",
        "此處上限為 {limit}，尚可投注 {left}。",
        "此处上限为 {limit}，尚可投注 {left}。",
    ),
    Code.UNDER_MINIMUM: ("The minimum here is {limit}.", "此處下限為 {limit}。", "此处下限为 {limit}。"),
    Code.NOT_A_MULTIPLE: ("Bets here are multiples of {limit}.", "投注額須為 {limit} 的倍數。", "投注额须为 {limit} 的倍数。"),
    Code.OVER_DIFFERENTIAL: (
        "The table's differential is {limit}. {left} still fits.",
        "本枱限紅為 {limit}，尚可投注 {left}。",
        "本台限红为 {limit}，尚可投注 {left}。",
    ),
    Code.INSUFFICIENT_FUNDS: ("You have {left} left to stake.", "可用餘額為 {left}。", "可用余额为 {left}。"),
    Code.NO_SUCH_SEAT: ("This table has no such seat.", "本枱沒有這個座位。", "本台没有这个座位。"),
    Code.SEAT_TAKEN: ("Seat {limit} is taken.", "{limit} 號座位已有人。", "{limit} 号座位已有人。"),
    Code.NOT_SEATED: ("You have no seat at this table.", "你在本枱沒有座位。", "你在本台没有座位。"),
    Code.WRONG_PHASE: ("That cannot be done now.", "目前不能這樣做。", "目前不能这样做。"),
    Code.BAD_SHARE: (
        "That is not the contribution that was sealed, or it cannot be read.",
        "這不是你封存的那一份，或內容無法讀取。",
        "这不是你封存的那一份，或内容无法读取。",
    ),
    Code.MAY_NOT_SHARE: (
        "This attempt takes only those who opened their contribution in the last one, or its list is full.",
        "這次只接受上次已公開的玩家，或名單已滿。",
        "这次只接受上次已公开的玩家，或名单已满。",
    ),
    Code.NOT_YOUR_CARD: ("That card is not yours to open now.", "這張牌現在不由你開。", "这张牌现在不由你开。"),
    Code.UNAVAILABLE: ("Not stored. Please try again.", "未能儲存，請再試一次。", "未能保存，请再试一次。"),
    Code.NOT_BROKE: (
        "You still have enough to bet. Credits are topped up below {limit}.",
        "你仍有足夠餘額。餘額低於 {limit} 方可補充。",
        "你仍有足够余额。余额低于 {limit} 方可补充。",
    ),
    Code.NOT_FOUND: ("There is nothing here.", "找不到所需內容。", "找不到所需内容。"),
    Code.FORBIDDEN: ("That is not allowed.", "不允許此操作。", "不允许此操作。"),
    Code.NO_CHAT: ("There is no chat at this table.", "本枱不設聊天。", "本台不设聊天。"),
    Code.EMPTY: ("Nothing was written.", "訊息沒有內容。", "消息没有内容。"),
    Code.TOO_LONG: (
        "A message has at most {limit} characters.",
        "訊息最長 {limit} 個字元。",
        "消息最长 {limit} 个字符。",
    ),
    Code.UNWANTED_WORD: (
        "Not sent: this house does not want one of these words.",
        "未有送出：訊息含有本場不接受的字詞。",
        "未能发出：消息含有本场不接受的字词。",
    ),
    Code.NOT_BY_HAND: ("This table is dealt by software.", "本枱由系統派牌。", "本台由系统派牌。"),
    Code.TOO_LATE: (
        "The table has moved on. Look at what it asks for now.",
        "牌枱狀態已更新，請看目前所需步驟。",
        "牌台状态已更新，请看目前所需步骤。",
    ),
    Code.UNKNOWN_CARD: (
        "That is no card. Write rank then suit, such as 9H, TD or AS.",
        "這不是一張牌。請先寫點數再寫花色，例如 9H、TD、AS。",
        "这不是一张牌。请先写点数再写花色，例如 9H、TD、AS。",
    ),
    Code.IMPOSSIBLE_CARD: (
        "All {limit} of this card are out already.",
        "此牌共 {limit} 張，已全部開出。",
        "此牌共 {limit} 张，已全部开出。",
    ),
    Code.ILLEGAL_DRAW: ("The rules allow no further card in this round.", "按規則本局不可再補牌。", "按规则本局不可再补牌。"),
    Code.DRAW_CHANGES: (
        "With that card the draws would have been others: void the round.",
        "更正後補牌結果會不同，本局須作廢。",
        "更正后补牌结果会不同，本局须作废。",
    ),
    Code.TOO_FEW_CARDS: ("{left} cards are left in the shoe.", "牌靴只剩 {left} 張牌。", "牌靴只剩 {left} 张牌。"),
    Code.SHOE_OVER: (
        "This shoe's last round has been dealt. Bring a new shoe.",
        "本靴已派完最後一局，請換新靴。",
        "本靴已派完最后一局，请换新靴。",
    ),
    Code.MUTED: ("You cannot write in the chat for now.", "你目前不能在聊天中發言。", "你目前不能在聊天中发言。"),
    Code.WRONG_PASSWORD: ("The name or the password is wrong.", "名稱或密碼不正確。", "名称或密码不正确。"),
    Code.BAD_PASSWORD: ("A password has at least {limit} characters.", "密碼最少 {limit} 個字元。", "密码最少 {limit} 个字符。"),
    Code.BAD_NAME: ("A name has 1 to {limit} characters.", "名稱須有 1 至 {limit} 個字元。", "名称须有 1 至 {limit} 个字符。"),
    Code.NAME_TAKEN: ("Somebody here has that name.", "已有人使用此名稱。", "已有人使用此名称。"),
    Code.LAST_HOST: ("A house needs a host.", "賭場須有一名主持人。", "赌场须有一名主持人。"),
    Code.LINK_USED: (
        "This link was used, or holds no more. Ask for a new one.",
        "此連結已使用或已失效，請索取新連結。",
        "此链接已使用或已失效，请索取新链接。",
    ),
    Code.NEEDS_APPROVAL: (
        "A supervisor has to confirm this with name and password.",
        "此操作須由主管以名稱及密碼確認。",
        "此操作须由主管以名称及密码确认。",
    ),
    Code.BAD_REASON: (
        "Write a reason in words, with at most {limit} characters.",
        "請以文字寫明原因，最長 {limit} 個字元。",
        "请以文字写明原因，最长 {limit} 个字符。",
    ),
    Code.FAULT: ("Something is wrong on our side.", "系統發生錯誤。", "系统发生错误。"),
}

_PLAIN_FIGURES = {
    Code.ROUND_CAP,
    Code.SEAT_TAKEN,
    Code.TOO_LONG,
    Code.IMPOSSIBLE_CARD,
    Code.TOO_FEW_CARDS,
    Code.BAD_PASSWORD,
    Code.BAD_NAME,
    Code.BAD_REASON,
}

_NOT_THERE = ("Only {left} lies there.", "此處只有 {left}。", "此处只有 {left}。")
"""A `Code.BAD_AMOUNT` of taking back more than lies on a bet."""


def language_of(accept: str | None) -> Language:
    """The language for an ``Accept-Language`` header or a language tag; English when none of it is ours."""
    for item in (accept or "").split(","):
        parts = item.split(";")[0].strip().lower().replace("_", "-").split("-")
        if parts[0] == "en":
            return Language.ENGLISH
        if parts[0] == "zh":
            traditional = _TRADITIONAL_REGIONS & set(parts[1:]) and "hans" not in parts
            return Language.TRADITIONAL if traditional else Language.SIMPLIFIED
    return Language.ENGLISH


def sentence(refusal: Rejection, language: Language) -> str:
    """A refusal in a player's language, with its figures."""
    taken_too_much = refusal.code is Code.BAD_AMOUNT and refusal.left is not None
    template = (_NOT_THERE if taken_too_much else _WORDS[refusal.code])[list(Language).index(language)]
    plain = refusal.code in _PLAIN_FIGURES
    figures = {name: getattr(refusal, name) for name in ("limit", "left")}
    shown = {name: str(value) if plain or value is None else in_credits(value) for name, value in figures.items()}
    return template.format(**shown)


def in_credits(cents: int) -> str:
    """Cents as credits: thousands with commas, cents only where they are not zero."""
    whole, rest = divmod(cents, 100)
    return f"{whole:,}.{rest:02d}" if rest else f"{whole:,}"
