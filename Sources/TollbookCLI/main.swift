print("tollbook")
