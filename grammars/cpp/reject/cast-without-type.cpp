int x = static_cast<>(y);
